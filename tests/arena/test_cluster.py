"""Work on a Ray cluster of two nodes, real ones on this machine: the same games as here, and none lost with a node."""

import os
import shutil
import signal
import sys
import tempfile
from pathlib import Path

import pytest

import tavoliere as tv
from tavoliere.apps.cli import main
from tavoliere.arena.cluster import Cluster, NoCluster
from tavoliere.arena.jobs import WorkFailed
from tavoliere.arena.parallel import play_all, play_elsewhere
from tavoliere.records import read
from tests.arena.test_jobs import dead, dead_once, doubled, refusing
from tests.arena.test_parallel import fixtures, in_order

GAME = tv.game("never-alone")
NODE = {"num_cpus": 1, "object_store_memory": 80 << 20, "include_dashboard": False}
USUAL = {"opening_turns": 2, "seed": 1}

pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture(scope="module")
def nodes():
    """Two nodes with a home and a folder of their own, tokens checked, so that nobody else may ask them anything."""
    home = tempfile.mkdtemp(prefix="tvray")  # sockets need a short path
    with pytest.MonkeyPatch.context() as patch:
        token = Path(home, ".ray", "auth_token")
        token.parent.mkdir()
        token.write_text(os.urandom(16).hex(), encoding="ascii")
        patch.setenv("HOME", home)
        patch.setenv("RAY_AUTH_MODE", "token")
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        patch.setenv("http_proxy", "http://127.0.0.1:9")  # Ray's question for a cloud goes nowhere
        patch.setenv("RAY_TMPDIR", home)
        patch.setenv("RAY_worker_niceness", "0")
        patch.setenv("PYTHONPATH", os.pathsep.join([str(Path(__file__).parents[2]), *filter(None, sys.path)]))
        import ray  # reads the environment when it is imported
        from ray.cluster_utils import Cluster as RayCluster

        cluster = RayCluster(initialize_head=True, head_node_args=NODE)
        cluster.add_node(**NODE)
        yield cluster
        ray.shutdown()
        cluster.shutdown()
    shutil.rmtree(home, ignore_errors=True)


@pytest.fixture
def crew(nodes):
    with Cluster(nodes.address) as found:
        yield found


def here(rounds):
    return in_order(record for record in play_all(GAME, fixtures(GAME, rounds), jobs=1, **USUAL) if record is not None)


def elsewhere(crew, rounds):
    for record in play_elsewhere(crew, GAME, fixtures(GAME, rounds), **USUAL):
        if record is not None:
            yield record


def test_all_answers_come_whatever_dies(crew, tmp_path):
    assert crew.most == 2
    assert dict(crew.answers(doubled, [3, 5, 7, 9])) == {0: 6, 1: 10, 2: 14, 3: 18}
    assert dict(crew.answers(dead_once, [str(tmp_path / "mark")])) == {0: "alive"}
    with pytest.raises(ValueError, match="7 makes no sense"):
        list(crew.answers(refusing, [7]))
    with pytest.raises(WorkFailed, match="and so did its replacements"):
        list(crew.answers(dead, [1]))


def written(folder):
    """Leaves a mark of the node it runs on."""
    import ray

    with Path(folder, ray.get_runtime_context().get_node_id()).open("a", encoding="ascii") as file:
        file.write("ready\n")


def test_every_node_gets_ready_once(crew, nodes, tmp_path):
    crew.prepare(written, str(tmp_path))
    assert {mark.name: mark.read_text() for mark in tmp_path.iterdir()} == {
        node.node_id: "ready\n" for node in nodes.list_all_nodes()
    }


def test_a_match_on_the_cluster_is_the_match_of_this_machine(nodes, tmp_path):
    words = ["mcts:nodes=20", "random", "--game", "never-alone", "--rounds", "3"]
    assert main(["match", *words, "--file", str(tmp_path / "here.tav"), "--jobs", "1"]) == 0
    assert main(["match", *words, "--file", str(tmp_path / "there.tav"), "--cluster", nodes.address]) == 0
    one, other = (in_order(read((tmp_path / name).read_text(encoding="utf-8"))) for name in ("here.tav", "there.tav"))
    assert len(one) == 6
    assert one == other


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")
def test_a_node_that_is_killed_in_the_middle_loses_no_game(nodes):
    third = nodes.add_node(**NODE)
    with Cluster(nodes.address) as crew:
        games = elsewhere(crew, 8)
        found = [next(games)]
        nodes.remove_node(third, allow_graceful=False)
        found += games
    assert in_order(found) == here(8)


def test_no_cluster_is_one_sentence(monkeypatch, capsys, tmp_path):
    words = ["match", "random", "greedy", "--game", "never-alone", "--file", str(tmp_path / "games.tav")]
    assert main([*words, "--cluster", "nonsense"]) == 1
    assert "no Ray cluster answers at nonsense" in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(NoCluster, match=r"pip install 'tavoliere\[cluster\]'"):
        Cluster("auto")
