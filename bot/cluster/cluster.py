"""One process among several: their agreements in the database that they share."""

from __future__ import annotations

from bot.cluster.heartbeat import Heartbeat
from bot.cluster.shared_ownership import SharedOwnership
from bot.cluster.shared_peers import SharedPeers
from bot.store import Store
from bot.store.cluster.claims import Claims
from bot.store.cluster.identifies import Identifies
from bot.store.cluster.leases import Leases
from bot.store.cluster.processes import Processes


class Cluster:
    """A process among those that share its database; of it from when its heart beats."""

    def __init__(self, store: Store) -> None:
        database = store.database
        self.processes = Processes(database)
        self.leases = Leases(database, self.processes)
        self.claims = Claims(database)
        self.identifies = Identifies(database)
        self.peers = SharedPeers(database, store.remembered, store.rewrites)
        self.ownership = SharedOwnership(database, self.processes, self.leases, self.peers)
        self.heartbeat = Heartbeat(self.processes, self.leases)
