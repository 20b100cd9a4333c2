#!/usr/bin/env python3
"""Gets the models that decomposition is measured on but that are too large to keep here: tools/fetch_models.py FOLDER

Each comes from a public repository at a fixed commit and is checked by its SHA-256. A model that is in FOLDER already is
only checked. `MODELS` says under which licence each one is and whom to credit. Standard library only.
"""

import hashlib
import pathlib
import sys
import urllib.request

ODED_STEIN = "odedstein/meshes", "835213277571d625722d25880c9c3010c6f45a5a"  # a README for each model names its licence
KAYKIT = "KayKit-Game-Assets/KayKit-Dungeon-Remastered-1.0", "b0ca9bd96a8072ab36a3a5464f00ed1e06a16d07"
RIGID_IPC = "ipc-sim/rigid-ipc", "23b6ba6fbf8434056444ae106356fd2209136988"

# name: (repository, path, SHA-256, licence, credit)
MODELS = {
    "banner_shield_red": (KAYKIT, "addons/kaykit_dungeon_remastered/Assets/obj/banner_shield_red.obj",
        "1bbd29a48e2a453ce5f3ccb07ffcd8dd9a539b290006a16cc0ce73227bdda8c6", "CC0 1.0", "Kay Lousberg"),
    "barrel_large": (KAYKIT, "addons/kaykit_dungeon_remastered/Assets/obj/barrel_large.obj",
        "54ca9d033c2feaa33eaaa31744a69adda46386935096341ecfff780b4f808641", "CC0 1.0", "Kay Lousberg"),
    "keyring": (KAYKIT, "addons/kaykit_dungeon_remastered/Assets/obj/keyring.obj",
        "0adf5ad548ffd5644ca7260e77b1fbb85ec2b0e2ff0ddcde079191dd6381f142", "CC0 1.0", "Kay Lousberg"),
    "stairs_wood_decorated": (KAYKIT, "addons/kaykit_dungeon_remastered/Assets/obj/stairs_wood_decorated.obj",
        "025224331df1003ad391d2993321fb4a705a78e81e89f1836aebfe586105c560", "CC0 1.0", "Kay Lousberg"),
    "cat_low_resolution": (ODED_STEIN, "objects/cat/cat-low-resolution.obj",
        "543b94dfe485d6f0661111b9fc063d627b11d24898f07ff6fd91e25211bbbfc7", "CC BY 4.0", "billyd (thingiverse 1565405), remeshed by Oded Stein"),
    "fish_low_resolution": (ODED_STEIN, "objects/fish/fish_low_resolution.obj",
        "3b0c677cf35f39b2d7e17f5921322cdddb8319ab1a441c34674b18ae7ce11ad1", "public domain", "Keenan Crane"),
    "hammer": (ODED_STEIN, "objects/hammer/hammer.obj",
        "6afd245b8cf79768c4e7eca5b960119a476dc0a857f978d73dda94eb1279b723", "CC BY 4.0", "Andrea Spognetta, remeshed by Oded Stein"),
    "hand_lowres": (ODED_STEIN, "objects/hand/hand_lowres.obj",
        "571a6985726d23d08a639b4e1074fc17b885882f669d92c7e7d6be824db99224", "CC BY 4.0", "Max Planck Society e.V. via SMPL, remeshed by Oded Stein"),
    "koala_low_resolution": (ODED_STEIN, "objects/koala/koala_low_resolution.obj",
        "0a2b09aa89a45574ab08674479ac343f3452a7813beb66af24989a5bfcc396d7", "CC BY 3.0", "YahooJAPAN (thingiverse 182225), remeshed by Oded Stein"),
    "mountain": (ODED_STEIN, "objects/mountain/mountain.obj",
        "b4cbd086057395dad41238413034459d534c4c3e91c3a3ffc4294d75bd1ee8d4", "CC BY 4.0", "lastloginname (thingiverse 991578), remeshed by Oded Stein"),
    "scorpion_low_resolution": (ODED_STEIN, "objects/scorpion/scorpion_low_resolution.obj",
        "ff41ba38645c494a0efba53edf86d5b98be00d748c28baa38302036c1882aef2", "CC BY 3.0", "YahooJAPAN (thingiverse 182363), remeshed by Oded Stein"),
    "sword": (ODED_STEIN, "objects/sword/sword.obj",
        "83cffb5170f69c094d6b2b8421de4730555784d25e2373dadecaaadb4b2a4abd", "CC BY 4.0", "The Oakeshott Institute, remeshed by Oded Stein"),
    "nut_big": (RIGID_IPC, "meshes/screw-and-nut/nut-big.obj",
        "4ccbdcc2ec6d969f1e65a55e3de25115924664053aed6a0777a6a2fb7fc902c1", "CC BY-SA 3.0", "YSoft_be3D (thingiverse 387266)"),
    "screw_big": (RIGID_IPC, "meshes/screw-and-nut/screw-big.obj",
        "f37660fcd718534ad502611c5a8f2181d35f10e42d6f0229d72c0a747e0c6e5f", "CC BY-SA 3.0", "YSoft_be3D (thingiverse 387266)"),
    "rail": (RIGID_IPC, "meshes/gears/rail.obj",
        "59080008752b70aa4c8ffff41d0845f5f565fb37c095dceed8c6e4162d4e451b", "MIT", "rigid-ipc authors"),
}


def fetched(name):
    (repository, commit), path, expected, _, _ = MODELS[name]
    with urllib.request.urlopen(f"https://raw.githubusercontent.com/{repository}/{commit}/{path}", timeout=60) as answer:
        return answer.read(), expected


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    for name, (_, _, expected, licence, credit) in MODELS.items():
        file = folder / f"{name}.obj"
        content = file.read_bytes() if file.exists() else fetched(name)[0]
        found = hashlib.sha256(content).hexdigest()
        if found != expected:
            sys.exit(f"{file}: found SHA-256 {found}, expected {expected}")
        file.write_bytes(content)
        print(f"{file}: {licence}, {credit}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]))
