#!/usr/bin/env python3
"""Writes docs/gallery.md: each scene with its sentence, its picture and its figures, all by the program.

usage: tools/make_gallery.py PROGRAM [PREFIX]

PROGRAM is build/release/firstcontact. Pictures go to docs/images/gallery; ffmpeg makes them small. With a PREFIX (such
as tunnelling/) only scenes whose path begins so are run anew: the rest of the page stays.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).parent.parent
SIZE = "480x270"
TOPICS = {"": "Demonstration", "tunnelling": "Nothing passes through anything", "spin": "Rotation", "rest": "Rest",
          "contact": "Contact", "many": "Many bodies", "concave": "Hollow bodies",
          "plane": "In a plane, by hand", "issues": "What once went wrong"}


def run(*words):
    subprocess.run([str(word) for word in words], check=True, stdout=subprocess.DEVNULL)


def picture(program, scene_file, target, wish):
    """A PNG with a palette of its own: a third of the bytes."""
    with tempfile.TemporaryDirectory() as folder:
        full = pathlib.Path(folder) / "full.png"
        run(program, "render", scene_file, "-o", full, "--size", SIZE, "--time", wish.get("time", 1),
            "--overlay", wish.get("overlay", ""), "--threads", 2, "--quiet")
        run("ffmpeg", "-loglevel", "error", "-y", "-i", full, "-vf",
            "split[a][b];[a]palettegen=max_colors=128[p];[b][p]paletteuse=dither=none", target)


def film(program, scene_file, target):
    """The scene's own view by the discrete method and by the engine, side by side."""
    with tempfile.TemporaryDirectory() as folder:
        full = pathlib.Path(folder) / "full.gif"
        run(program, "render", scene_file, "-o", full, "--size", "444x184", "--fps", 10, "--threads", 2, "--quiet",
            "--compare", "discrete,first_contact")
        run("ffmpeg", "-loglevel", "error", "-y", "-i", full, "-vf",
            "split[a][b];[a]palettegen=max_colors=96[p];[b][p]paletteuse=dither=none:diff_mode=rectangle",
            target)


def entries_of(page):
    """What the page says of each scene, by path below scenes/."""
    return {re.search(r"\[scenes/(\S+)\.json\]", entry).group(1): "### " + entry.split("\n## ")[0].rstrip() + "\n"
            for entry in page.split("\n### ")[1:]}


def figures(program, scene_file):
    """The run's summary in a line. The scene's duration, or ten seconds of a longer one."""
    with tempfile.TemporaryDirectory() as folder:
        summary = pathlib.Path(folder) / "summary.json"
        run(program, "simulate", scene_file, "--quiet", "--summary", summary, "--summary-final", "false", "--threads", 2)
        facts = json.loads(summary.read_text())
    gap = "no pair came near" if facts["min_gap_m"] is None else f"smallest gap {facts['min_gap_m']:.3g} m"
    bodies = facts["bodies"]
    moving = bodies["dynamic"] + bodies["kinematic"]
    return (f"{moving} moving and {bodies['static']} fixed bodies, {facts['hulls']} hulls; {facts['simulated_s']:.4g} s, "
            f"{facts['events']} impacts, {gap}, time lost {facts['time_lost_s']:.3g} s")


def entry(program, scene_file, path, images):
    scene = json.loads(scene_file.read_text())
    is_film = path.parts[0] == "tunnelling"
    name = str(path).replace("/", "-") + (".gif" if is_film else ".png")
    if is_film:
        film(program, scene_file, images / name)
    else:
        picture(program, scene_file, images / name, scene.get("x_picture", {}))
    title = scene.get("name", path.name)
    return (f"### {title}\n\n{scene.get('x_note', '')}\n\n![{title}](images/gallery/{name})\n\n"
            f"[scenes/{path}.json](../scenes/{path}.json): {figures(program, scene_file)}.\n")


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    program = pathlib.Path(sys.argv[1]).resolve()
    prefix = sys.argv[2] if len(sys.argv) == 3 else ""
    images = ROOT / "docs/images/gallery"
    images.mkdir(parents=True, exist_ok=True)
    page = ROOT / "docs/gallery.md"
    known = entries_of(page.read_text()) if prefix else {}
    pages = {}
    for scene_file in sorted((ROOT / "scenes").rglob("*.json")):
        path = scene_file.relative_to(ROOT / "scenes").with_suffix("")
        is_new = str(path).startswith(prefix) or str(path) not in known
        made = entry(program, scene_file, path, images) if is_new else known[str(path)]
        pages.setdefault(path.parts[0] if len(path.parts) > 1 else "", []).append(made)
    text = ("# Gallery\n\nEvery scene of `scenes/`: what it shows, a picture of it, and what a run of it came to. Open one with\n"
            "`build/release/firstcontact view scenes/NAME.json`. This page is written by\n"
            "`tools/make_gallery.py build/release/firstcontact`; a scene says itself from where it wants to be seen\n"
            "(`camera`, `view`) and when (`x_picture`). The films of the first topic show the same scene twice, on one clock:\n"
            "left by the discrete method, right by the engine, much slower than time\n"
            "(`firstcontact render SCENE -o FILM.gif --compare discrete,first_contact`).\n")
    for topic in sorted(pages, key=lambda key: list(TOPICS).index(key) if key in TOPICS else len(TOPICS)):
        text += f"\n## {TOPICS.get(topic, topic)}\n\n" + "\n".join(pages[topic])
    page.write_text(text)


if __name__ == "__main__":
    main()
