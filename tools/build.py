"""Run by hatchling before it packs a wheel or installs the project in place: compiles the catalogues."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CatalogueHook(BuildHookInterface[Any]):
    """What translators wrote becomes what is read at run time."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        runpy.run_path(str(Path(self.root, "tools", "catalogues.py")))["compile_all"]()
