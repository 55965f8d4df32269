"""Write the golden pictures: a position of each game as a file that stands alone, and one as a page gets it.

python -m tests.data.make_pictures

A picture changes only with a commit that says so: look at the new ones before you keep them.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from pathlib import Path

import tavoliere as tv
from tavoliere.render.svg import svg_picture
from tavoliere.scene import Scene
from tavoliere.scene.events import Event, marked_places
from tavoliere.scene.steps import next_steps, stepped

PLACE = Path(__file__).resolve().parent / "pictures"
COMMAND = "python -m tests.data.make_pictures"


@dataclasses.dataclass(frozen=True)
class Picture:
    """A position, the turn that is made in it and marked, and the steps that are then taken of the next one."""

    name: str
    game: str
    position: str
    turn: str
    steps: tuple[str, ...]
    options: Mapping[str, int | str] = dataclasses.field(default_factory=dict)

    def alone(self) -> str:
        """The picture after the turn, as `tavoliere show --svg` writes it but with the turn marked."""
        after, events = self._played()
        return svg_picture(scene_of(after), marks=marked_places(events), size=640)

    def embedded(self) -> str:
        """The picture after some steps of the next turn, as a page gets it."""
        after, events = self._played()
        walk = stepped(after, self.steps)
        targets = next_steps(walk.position, walk.begun)
        return svg_picture(
            scene_of(walk.position),
            marks=marked_places(events),
            targets=targets,
            selected=walk.begun,
            focus=targets[0],
            standalone=False,
            id_prefix="board",
        )

    def _played(self) -> tuple[tv.Position, tuple[Event, ...]]:
        position = tv.game(self.game, **self.options).position(self.position)
        face, options = position.game.ruleset.face, dict(position.game.options)
        events: tuple[Event, ...] = ()
        for action in position.turn_to_actions(self.turn):
            events += face.events_of(position.state, action, options)
            position = position.act(action)
        return position, events

    def files(self) -> dict[Path, str]:
        """The text of each file that holds this picture."""
        return {
            PLACE / f"{self.name}.svg": self.alone(),
            PLACE / f"{self.name}-embedded.svg": self.embedded(),
        }


def scene_of(position: tv.Position) -> Scene:
    scene: Scene = position.game.ruleset.face.scene(position.state, dict(position.game.options))
    return scene


PICTURES = (
    Picture("tablut", "tablut", "4bb2b/9/bw7/b2bw4/bbww1wwbb/b1w4wb/4k4/2bb5/b4b3 w", "e3-g3", ("cell:d2",)),
    Picture(
        "never-alone",
        "never-alone",
        "8/6bb/rr1b4/r1rbbb2/2rrr3/2bb1bbb/rrr1rrr1/bbr5 b 0",
        "g5",
        (),
    ),
    Picture(
        "pathwayz",
        "pathwayz",
        "1Bbb3b3b/wB3w1bbB2/6bww3/bb10/b4w2w3/w7w1w1/b7bw1w/b2B1W6 b",
        "j6",
        ("tray:w/permanent",),
    ),
    Picture(
        "pit",
        "pit",
        "1b3b3/b3b4/2o3o2/1b1w5/W3o4/3w5/2o3o2/B8/2w4w1 b w1,b0 a2e,a2n,a8e,b2n,b6n,b9e,c1e,c1n,c6e,d3n,d4e,e3n,e7n,"
        "f5n,f9e,h1e,h4e,h5e,h9e",
        "b9-b8e",
        ("cell:h1", "cell:h5"),
    ),
    Picture(
        "pit-4",
        "pit",
        "3w4W/r8/r1o3o1g/Rg7/r3o2gg/5w3/2o3o2/r8/1G1w1w1w1 w w1,r1,g2 a1e,a1n,a6n,a8n,a9e,b1e,b3n,b5n,c8e,d1e,d8n,e1e,"
        "e4e,e7n,f1n,g5e,h1e,h1n,h2e,h7e,i1n,i2n,i5n",
        "d9-h9e",
        ("cell:a6",),
        {"players": 4},
    ),
    Picture(
        "pit-of-pillars",
        "pit-of-pillars",
        "#3wr1#/(rrrrrr)2(wrrw)4/2W4w/1(rw)3R2/4(wwr)3/8/(wwwwwwwwwwww)2r2(ww)1/#1w2r1# r m 3-1 - 12",
        "f1-f2,f5-f7",
        ("cell:d7",),
    ),
)


def write() -> None:
    for picture in PICTURES:
        for path, text in picture.files().items():
            path.write_text(text, encoding="utf-8")
            print(path)


if __name__ == "__main__":
    write()
