"""A hook of MkDocs: the rules of each game stand in the game's folder and appear in the site below games/."""

from __future__ import annotations

from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

GAMES = Path("src", "tavoliere", "games")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    for page in sorted((Path(config.config_file_path).parent / GAMES).glob("*/rules.md")):
        name = page.parent.name.replace("_", "-")
        files.append(File.generated(config, f"games/{name}.md", abs_src_path=str(page)))
    return files
