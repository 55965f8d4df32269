"""`tavoliere gallery`: a site of all reports in a folder, one card a game."""

from __future__ import annotations

import argparse
from pathlib import Path

import tavoliere as tv
from tavoliere.apps.cli import laboratory
from tavoliere.apps.cli.common import Commands
from tavoliere.apps.cli.speech import speaker_of, tell
from tavoliere.core.said import Pattern, Said
from tavoliere.lab.pages import check_available, gallery_page, report_files
from tavoliere.lab.report import NAME, read_report


def add_to(commands: Commands) -> None:
    parser = commands.add_parser(
        "gallery",
        help=Said("a site of all reports in a folder"),
        description=Said(
            "Make a page of all reports in the folders of a folder, one card a game with its board, verdict "
            "and five numbers, and their own pages anew. `tavoliere report GAME --html DIR/NAME` makes the "
            "reports."
        ),
        epilog=Said("example: tavoliere gallery reports"),
    )
    parser.add_argument("folder", type=Path, metavar="DIR", help=Said("a folder with a folder for each report"))
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    check_available()
    folder: Path = arguments.folder
    if not folder.is_dir():
        raise ValueError(Said("there is no folder {folder}", folder=folder))
    reports = [(path.parent.name, read_report(path)) for path in sorted(folder.glob(f"*/{NAME}"))]
    if not reports:
        raise ValueError(
            Said(
                "there is no report in {folder}; `tavoliere report GAME --html {place}` makes one",
                folder=folder,
                place=folder / "NAME",
            )
        )
    for name, data in reports:
        laboratory.write_files(
            folder / name, report_files(tv.game(data["game"], **data["options"]), data, speaker_of(data["game"]))
        )
    laboratory.write_files(folder, {"index.html": gallery_page(reports, speaker_of)})
    pattern = Pattern("{count} {count:one=report|many=reports}: {file}")
    tell(pattern.said(count=len(reports), file=str(folder / "index.html")))
    return 0
