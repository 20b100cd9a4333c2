#!/usr/bin/env bash
# Asks Khronos's own validator whether glTF files are sound. Usage: tools/validate_glb.sh FILE.glb...
# Needs Node.js with npm; the validator is installed into build/gltf-validator. Exit status 0: no error in any of them.
set -euo pipefail
cd "$(dirname "$0")/.."

command -v npm >/dev/null || { echo "$0: needs node and npm; Debian's packages are nodejs and npm" >&2; exit 3; }
folder=build/gltf-validator
[[ -d $folder/node_modules/gltf-validator ]] || npm install --silent --prefix "$folder" gltf-validator@2.0.0-dev.3.10 >/dev/null

NODE_PATH=$folder/node_modules node - "$@" <<'END'
const fs = require('fs');
const validator = require(require('path').resolve('build/gltf-validator/node_modules/gltf-validator'));
const check = async (file) => {
  const report = await validator.validateBytes(new Uint8Array(fs.readFileSync(file)), {maxIssues: 10});
  const {numErrors, numWarnings, messages} = report.issues;
  console.log(`${file}: ${numErrors} errors, ${numWarnings} warnings, ${report.info.animationCount} animations`);
  messages.forEach((message) => console.log(`  ${message.severity} ${message.code} ${message.pointer}: ${message.message}`));
  return numErrors;
};
(async () => {
  let errors = 0;
  for (const file of process.argv.slice(2)) errors += await check(file);
  process.exit(errors === 0 ? 0 : 1);
})();
END
