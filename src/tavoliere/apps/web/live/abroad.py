"""What servers tell each other about their tables besides what is stored: who is there, and what is said.

Nothing of it is kept anywhere. A server that comes to a table asks who is there, and what a dead one told is forgotten.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tavoliere.apps.web.live.table import LiveTable, Presence
from tavoliere.apps.web.live.tables import Tables
from tavoliere.apps.web.store.notices import Notice
from tavoliere.apps.web.store.servers import Servers

NOBODY = Presence(frozenset(), 0)


class Abroad:
    """The other servers, as far as our tables are concerned."""

    def __init__(self, tables: Tables, servers: Servers, changed: Callable[[LiveTable], None]) -> None:
        """`changed` is called when somebody has come to a table or left it through another server."""
        self.tables, self.servers, self.changed = tables, servers, changed
        self.database = servers.database
        self._told: dict[str, Presence] = {}
        """What others know of ours; tables at which nobody is are not among it."""

    # Telling

    def said(self, table: str, key: str, letter: str) -> None:
        self._tell({"said": [table, key, letter]})

    def present(self, live: LiveTable) -> None:
        """Tell who is at a table through this server, if that is news."""
        if not self.database.is_shared:
            return
        table, here = live.sheet.table, live.own_presence()
        known = self._told.get(table, NOBODY)
        if here == known:
            return
        if known == NOBODY:
            self._tell({"who": table})
        self._tell_presence(table, here)
        if here == NOBODY:
            del self._told[table]
        else:
            self._told[table] = here

    def _tell_presence(self, table: str, here: Presence) -> None:
        self._tell({"here": [table, "".join(sorted(here.here)), here.watching]})

    def _tell(self, notice: Notice) -> None:
        self.database.tell({"from": self.servers.id, **notice})

    # Hearing

    def heard(self, notice: Notice) -> None:
        """Another server has told something; what this one told itself comes back too."""
        server = notice.get("from")
        if not isinstance(server, str) or server == self.servers.id:
            return
        match notice:
            case {"said": [str(table), str(key), str(letter)]}:
                self._with(table, lambda live: live.say_here(key, letter))
            case {"here": [str(table), str(letters), int(watching)]}:
                self._with(table, lambda live: self._came(live, server, Presence(frozenset(letters), watching)))
            case {"who": str(table)}:
                if table in self._told:
                    self._tell_presence(table, self._told[table])
            case _:
                pass  # of a later version

    def _with(self, table: str, call: Callable[[LiveTable], Any]) -> None:
        live = self.tables.seen(table)
        if live is not None:
            call(live)

    def _came(self, live: LiveTable, server: str, here: Presence) -> None:
        before = live.abroad.pop(server, NOBODY)
        if here != NOBODY:
            live.abroad[server] = here
        if here != before:
            self.changed(live)

    def missed(self) -> None:
        """Something may not have been heard: ask again."""
        for table in self._told:
            self._tell({"who": table})

    def gone(self, servers: frozenset[str]) -> None:
        """Servers have died, and whoever was there through them is not."""
        for live in self.tables:
            for server in servers & live.abroad.keys():
                self._came(live, server, NOBODY)
