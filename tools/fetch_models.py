#!/usr/bin/env python3
"""Gets the models that decomposition is measured on but that are too large to keep here: tools/fetch_models.py FOLDER [anchors]

With `anchors` those that CoACD and V-HACD were measured on instead (tools/decomposition_anchors.py), for measuring only: their
repositories say where each is from, and not always under which licence. A torus and a bowl among them are made on the spot. Each comes from a public repository at a fixed commit and is checked by its SHA-256. A model that is in FOLDER already is
only checked. `MODELS` says under which licence each one is and whom to credit. Standard library only.
"""

import hashlib
import math
import pathlib
import sys
import urllib.request

ODED_STEIN = "odedstein/meshes", "835213277571d625722d25880c9c3010c6f45a5a"  # a README for each model names its licence
KAYKIT = "KayKit-Game-Assets/KayKit-Dungeon-Remastered-1.0", "b0ca9bd96a8072ab36a3a5464f00ed1e06a16d07"
RIGID_IPC = "ipc-sim/rigid-ipc", "23b6ba6fbf8434056444ae106356fd2209136988"

COMMON = "alecjacobson/common-3d-test-models", "8a4f8642acaf43f9cd7b67858a1502e1055ef202"
BOX3D = "erincatto/box3d", "30c67b5e6d0a3a66f0f506c69ce9e9e0587e3b7c"

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

# name: (repository, path, SHA-256)
ANCHORS = {
    "alligator": (COMMON, "data/alligator.obj",
        "108a1f4319e4a069b2bfbee3b5f278551501d75c473bb705c62e2bef872ad544"),
    "b3_coll01": (BOX3D, "data/meshes/collision_mesh_01.obj",
        "0cdce7388bd9d029a969dbe3e5cfc8e49121eeb2380589c605e4af0be43f5faf"),
    "b3_stairs": (BOX3D, "data/meshes/stairs.obj",
        "89dcfb7099798f435fe43889d54ee0d61cf6ea4a53f667eb709fad43ee6611fd"),
    "beetle": (COMMON, "data/beetle.obj",
        "46ee9dcbec84b8d1b8f0d743ab1c91b1ed81378672fc0516e7afff5172d7c9b7"),
    "cheburashka": (COMMON, "data/cheburashka.obj",
        "b2ac59bc1112f1b3e086ac0285d9be7fdefef278a32151a79e650414b2244f3f"),
    "cow": (COMMON, "data/cow.obj",
        "69afce548640bc2beb0c44894d1a24d5766cc9cd3fd74f3ec55b4e229104b23f"),
    "fandisk": (COMMON, "data/fandisk.obj",
        "ea5bab2fbf545b1915f0d9faf6cc61ff8c18e0d8174ad61f8e35de15d8f6e3f8"),
    "homer": (COMMON, "data/homer.obj",
        "b20b1391fd62964f65703d748514d86d747d1202d38e55e0f1addac7a5a10e8b"),
    "nefertiti": (COMMON, "data/nefertiti.obj",
        "19e39748b145092878cc4faafd050505eb5991c5d3e497be2b4575673fa87968"),
    "ogre": (COMMON, "data/ogre.obj",
        "b72e270246ec3bd91bd8e082c4acf462352680f09067813322903b4e1a3f6967"),
    "ripc_anchor": (RIGID_IPC, "meshes/anchor/anchor.obj",
        "5975e77f94f20c1fa3c9366fdc935378651c2698f3621597ad2c345d2329fa04"),
    "ripc_benchy": (RIGID_IPC, "meshes/packing-3D-printer/3DBenchy.obj",
        "2a954da5bb34eb813c2b04bf220c76da1874e90d4d0711f717e2b8730707c443"),
    "ripc_cog": (RIGID_IPC, "meshes/packing-3D-printer/CogDriveGear.obj",
        "78b6c6e9609f7f9d5ed2cd540081c562ecd9f75ca52b1fbe9510be77d15e0761"),
    "ripc_link": (RIGID_IPC, "meshes/wrecking-ball/link.obj",
        "442c096982993bd4b5de2e04b406755d8ea99b9aa9fc869bb8cab56fb9107058"),
    "ripc_octopus": (RIGID_IPC, "meshes/octopus/octopus-decimated.obj",
        "f94a49ab78e355050767988a72b9baa611aa9f5c7d077b9c7e3411de3d6c1d31"),
    "ripc_sprocket8": (RIGID_IPC, "meshes/507-movements/227-chain-pully/sprocket-8teeth.obj",
        "5a5b2c272a85f831e400e076b2f3f6191ba9c2845818034bfc9f37171a798604"),
    "ripc_wingnut": (RIGID_IPC, "meshes/wing-nut.obj",
        "a0d836c50ed361cab9c3a7ea57b9e605b4c71f901bfe6409284481ee1c868d96"),
    "rocker-arm": (COMMON, "data/rocker-arm.obj",
        "590257e6d01e689354821d807854306c3bfbb02d9cca73404d5a4924f105c287"),
    "spot": (COMMON, "data/spot.obj",
        "0738b5e8608fed74e5e8c7aa8dd0af97b4b74f9f6cbf7aac84cd7e40b2e44a75"),
    "stanford-bunny": (COMMON, "data/stanford-bunny.obj",
        "1eb35d1e21ce99e5ce911353b6be278990713448dd9e8f5c9387f9de39b32205"),
    "suzanne": (COMMON, "data/suzanne.obj",
        "d8684326f9bd8cfc24d3d302c1042fa16f63d2e66e49ed56b413fa20bed271e6"),
    "teapot": (COMMON, "data/teapot.obj",
        "1b5396fedd74b577e32cef41146582c2f2e1a050d5b4915193c0ac1ad4187ed4"),
    "woody": (COMMON, "data/woody.obj",
        "8f9c1657fd4ed2e5d5cc0f65ae35ff49d338cf09ae51f57c496353c0b2c53209"),
}


def fetched(source, path):
    repository, commit = source
    with urllib.request.urlopen(f"https://raw.githubusercontent.com/{repository}/{commit}/{path}", timeout=60) as answer:
        return answer.read()


def on_torus(u, v):
    return ((1 + 0.3 * math.cos(v)) * math.cos(u), (1 + 0.3 * math.cos(v)) * math.sin(u), 0.3 * math.sin(v))


def on_bowl(u, v):
    """Half a sphere of radius 1, seen from outside first, and the one of radius 0.9 within."""
    outside = v < math.pi
    radius, height = (1.0, 0.5 * (v - math.pi)) if outside else (0.9, 0.5 * (math.pi - v))
    return (radius * math.cos(height) * math.cos(-u), radius * math.sin(height), radius * math.cos(height) * math.sin(-u))


def write_ring(file, point, around=48, across=24):
    """A closed surface of two angles."""
    full_turn = 2 * math.pi
    with open(file, "w") as out:
        for i in range(around):
            for j in range(across):
                out.write("v %.17g %.17g %.17g\n" % point(full_turn * i / around, full_turn * j / across))
        number = lambda i, j: i % around * across + j % across + 1
        for i in range(around):
            for j in range(across):
                corners = number(i, j), number(i + 1, j), number(i + 1, j + 1), number(i, j + 1)
                out.write("f %d %d %d\nf %d %d %d\n" % (corners[:3] + (corners[0],) + corners[2:]))


def main(folder, anchors):
    folder.mkdir(parents=True, exist_ok=True)
    models = {name: (*anchor, "see its repository", anchor[0][0]) for name, anchor in ANCHORS.items()} if anchors else MODELS
    if anchors:
        write_ring(folder / "torus.obj", on_torus)
        write_ring(folder / "bowl.obj", on_bowl)
    for name, (source, path, expected, licence, credit) in models.items():
        file = folder / f"{name}.obj"
        content = file.read_bytes() if file.exists() else fetched(source, path)
        found = hashlib.sha256(content).hexdigest()
        if found != expected:
            sys.exit(f"{file}: found SHA-256 {found}, expected {expected}")
        file.write_bytes(content)
        print(f"{file}: {licence}, {credit}")


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3) or sys.argv[2:] not in ([], ["anchors"]):
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]), sys.argv[2:] == ["anchors"])
