"""The processes of a Ray cluster, for work that one machine is too small for.

Each process is an actor that answers one question after another; the package has to be installed on every node. Ray
does the rest: it starts the actors where there is room and tells when one is lost. A node that dies takes its actors
along, and new ones elsewhere answer what these were asked. See `docs/cluster.md`.
"""

from __future__ import annotations

import contextlib
import importlib
from collections.abc import Callable
from typing import Any

from tavoliere.arena.jobs import Crew, Ended, Job, WorkFailed, answered
from tavoliere.core.said import Said

TRIES = 4
"""A question is asked so often: whole nodes go, which is no fault of the question."""
START_SECONDS = 120.0
"""So long a cluster may take until it lets us work."""


class NoCluster(ValueError):  # noqa: N818 - what is missing
    """Ray is not installed, or no cluster answers at the address."""


def _ray() -> Any:
    try:
        return importlib.import_module("ray")
    except ImportError:
        raise NoCluster(Said("a cluster needs the extra `cluster`: pip install 'tavoliere[cluster]'")) from None


class _Hand:
    """One process of the cluster."""

    def here(self) -> None:
        """Answered as soon as there is room for the process somewhere."""

    def answer(self, function: Callable[[Any], Any], question: Any) -> tuple[bool, Any]:
        return answered(function, question)


class Cluster(Crew):
    """So many processes of a cluster at the most, started as they are needed. They live until it is closed."""

    tries = TRIES

    def __init__(self, address: str, jobs: int | None = None) -> None:
        """`address` is `HOST:PORT` of the head, or `auto` for the cluster of this machine; None means all its cores."""
        self._ray = _ray()
        try:
            self._ray.init(address=address, log_to_driver=False, logging_level="ERROR", configure_logging=False)
        except (ConnectionError, RuntimeError, ValueError, OSError) as error:
            why = _first_line(error)
            raise NoCluster(Said("no Ray cluster answers at {address}: {why}", address=address, why=why)) from error
        self._hand = self._ray.remote(num_cpus=1, max_restarts=0, max_task_retries=0)(_Hand)
        self._wanted = jobs
        self._idle: list[Any] = []
        self._busy: dict[Any, tuple[Any, Job, Callable[[Any], Any]]] = {}
        self._begun: dict[Any, Any] = {}
        """Processes that may still wait for room, each with what it answers once it is there."""

    @property
    def most(self) -> int:  # type: ignore[override]
        """As many as were asked for, but no more than the cluster has cores now: nodes come and go."""
        cores = max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        return min(self._wanted or cores, cores)

    def prepare(self, function: Callable[[Any], Any], question: Any) -> None:
        """Let each node do something once before the work begins, all of them at the same time."""
        nodes = [node["NodeID"] for node in self._ray.nodes() if node["Alive"] and node["Resources"].get("CPU")]
        pinned = importlib.import_module("ray.util.scheduling_strategies").NodeAffinitySchedulingStrategy
        hands = [self._hand.options(scheduling_strategy=pinned(node, soft=False)).remote() for node in nodes]
        for reply in [hand.answer.remote(function, question) for hand in hands]:
            with contextlib.suppress(self._ray.exceptions.RayError):  # a node that goes now is no loss
                is_answer, content = self._ray.get(reply, timeout=START_SECONDS)
                if not is_answer:
                    raise content

    def ask(self, function: Callable[[Any], Any], job: Job) -> None:
        hand = self._idle.pop() if self._idle else self._new_hand()
        self._busy[hand.answer.remote(function, job.question)] = hand, job, function

    def _new_hand(self) -> Any:
        hand = self._hand.remote()
        self._begun[hand] = hand.here.remote()
        return hand

    def ended(self, seconds: float) -> list[Ended]:
        ready, _ = self._ray.wait(list(self._busy), num_returns=len(self._busy), timeout=seconds)
        found = [self._heard(reply) for reply in ready]
        self._pass_on()
        return found

    def _pass_on(self) -> None:
        """Give what waits for a process that finds no room, since nodes were lost, to one that is free."""
        if not self._idle or not self._begun:
            return
        _, missing = self._ray.wait(list(self._begun.values()), num_returns=len(self._begun), timeout=0)
        self._begun = {hand: here for hand, here in self._begun.items() if here in missing}
        for reply, (hand, job, function) in list(self._busy.items()):
            if hand in self._begun and self._idle:
                del self._busy[reply], self._begun[hand]
                self._ray.kill(hand)
                self.ask(function, job)

    def _heard(self, reply: Any) -> Ended:
        hand, job, _ = self._busy.pop(reply)
        try:
            is_answer, content = self._ray.get(reply)
        except self._ray.exceptions.RayActorError:
            self._begun.pop(hand, None)
            self._ray.kill(hand)  # it may only have been out of reach
            return Ended(job, is_lost=True)
        except self._ray.exceptions.RayError as error:
            why = _first_line(error)
            raise WorkFailed(Said("the cluster could not do a piece of work: {why}", why=why)) from error
        self._idle.append(hand)
        return Ended(job, is_answer, content)

    def give_up(self) -> None:
        for hand, *_ in self._busy.values():
            self._ray.kill(hand)
        self._busy, self._begun = {}, {}

    def __enter__(self) -> Cluster:
        return self

    def close(self) -> None:
        """End our processes and leave the cluster, which goes on without us."""
        with contextlib.suppress(self._ray.exceptions.RayError):
            self.give_up()
        self._idle = []
        self._ray.shutdown()


def _first_line(error: BaseException) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__)
