#!/usr/bin/env python3
"""Puts source files together that mean the same in one translation unit as each in its own.

    cmake/unity_groups.py FILE...      prints every file behind the number of its group

Most of a small file's compilation goes into the headers and templates it shares with others; files that are compiled
alike share one unit's. A file whose own names another uses for something of its own or of a header goes elsewhere.
"""
import functools
import pathlib
import re
import sys

FILES_IN_A_UNIT = 8
ROOT = pathlib.Path(__file__).resolve().parent.parent
HEADERS = [ROOT / folder for folder in ("include", "src", "tests")]


def own_names(text, file):
    """What stands between `namespace {` and its end, at the margin, and what is a file's own wherever it stands: the
    last word before a bracket, `=` or `;`, and for what is not the same wherever it has that name, the line. A word
    stands before it, so that TEST(Suite, Name) is none."""
    names = {}
    is_own = False
    for line in text.splitlines():
        if line in ("namespace {", "}  // namespace"):
            is_own = line == "namespace {"
            continue
        found = re.match(r"(?:#define|(?:enum )?(?:class|struct)) (\w+)|"
                         r"[^\s/}#][^({=;]*?\b(\w+)\s*(?:\[[^\]]*\]\s*)?[({=;]", line)
        is_alias = re.match(r"using |namespace \w+ =", line)
        if found and (is_own or is_alias or line.startswith(("static ", "#define "))):
            names[found.group(1) or found.group(2)] = line if is_alias else f"{file}: {line}"
    return names


@functools.cache
def read_types(text):
    """The types at the margin of this text and of our headers that it reads."""
    types = set(re.findall(r"^(?:enum )?(?:class|struct|using) (\w+)", text, re.MULTILINE))
    for name in re.findall(r'^#include ["<](\w+/\w+\.hpp)', text, re.MULTILINE):
        for header in (folder / name for folder in HEADERS):
            if header.exists():
                types |= read_types(header.read_text())
    return types


class Unit:
    """Files, the names that are theirs alone, the namespaces they open and what they use of others."""

    def __init__(self, file):
        text = pathlib.Path(file).read_text()
        self.files = [file]
        self.own = own_names(text, file)
        self.opened = set(re.findall(r"^using namespace .*;", text, re.MULTILINE))
        # Calls, but of members, and types. A variable hides what has its name, whatever that is.
        used = re.findall(r"(?<![.>:\w])(\w+)(?:<[^()<>]*>)?\(|\b([A-Z]\w*)", text)
        self.others = ({call or type_name for call, type_name in used} | read_types(text)) - self.own.keys()

    def fits(self, other):
        return (len(self.files) < FILES_IN_A_UNIT and self.opened == other.opened
                and all(self.own.get(name, line) == line for name, line in other.own.items())
                and self.others.isdisjoint(other.own) and other.others.isdisjoint(self.own))

    def add(self, other):
        self.files += other.files
        self.own.update(other.own)
        self.others |= other.others


def units(files):
    """Files side by side as they come, none with a name of another in its unit."""
    made = []
    for unit in map(Unit, sorted(files)):
        home = next((home for home in made if home.fits(unit)), None)
        if home is None:
            made.append(unit)
        else:
            home.add(unit)
    return [unit.files for unit in made]


if __name__ == "__main__":
    for number, group in enumerate(units(sys.argv[1:])):
        for source in group:
            print(number, source)
