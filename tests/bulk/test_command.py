"""``python -m app audit``: files in and out, whole or not at all, and an exit status that says how it went."""

import csv
import gzip
import io
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from app.bulk import files
from app.bulk.progress import Progress
from app.cli import main
from tests.bulk.items_for_tests import HAND, WRONG, declarations, lines, records

ROOT = Path(__file__).resolve().parents[2]
RIGHT = {"id": "right", "hand": HAND, "wild_joker": "2", "recorded": {"valid": True, "points": 0}}
MISTAKEN = {"id": "=1+1", "groups": WRONG, "wild_joker": "6", "as": "loser", "recorded": {"points": 70}}


PACKERS = {".gz": gzip, ".zst": files.zstd}


def packer(name):
    """What packs and unpacks a file of this name."""
    return PACKERS.get(Path(name).suffix.lower(), SimpleNamespace(compress=bytes, decompress=bytes))


@pytest.fixture
def audit(tmp_path, capsys):
    """Audit items; gives the exit status, the answers, and what stands on standard error."""

    def run(items, *options, name="in.ndjson", output="out.ndjson"):
        data = items if isinstance(items, bytes) else lines(items)
        (tmp_path / name).write_bytes(packer(name).compress(data))
        to = tmp_path / output
        status = main(["audit", str(tmp_path / name), str(to), "--processes", "1", "--quiet", *options])
        told = b"" if not to.exists() else packer(output).decompress(to.read_bytes())
        answers = [json.loads(line) for line in told.splitlines()] if told else []
        assert [path.name for path in tmp_path.iterdir() if path.name.endswith(".part")] == []
        return status, answers, capsys.readouterr().err

    return run


def run_alone(*arguments, **options):
    """The command in a process of its own."""
    command = [sys.executable, "-m", "app", "audit", *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, check=False, **options)


def test_all_agree_is_0(audit):
    status, answers, told = audit([*records(), *declarations()])
    assert status == 0
    assert answers[-1]["summary"]["disagreed"] == answers[-1]["summary"]["failed"] == 0
    assert "2,000 items" not in told
    assert "0 disagree" in told


def test_no_record_is_0_too(audit):
    assert audit([{"hand": HAND, "wild_joker": "2"}])[0] == 0


def test_some_disagree_is_1_and_they_are_in_the_table(audit, tmp_path):
    table = tmp_path / "wrong.csv"
    verdict = {"id": 5, "hand": HAND, "wild_joker": "2", "recorded": {"valid": False}}
    status, answers, told = audit([RIGHT, MISTAKEN, verdict], "--disagreements", str(table))
    assert (status, len(answers)) == (1, 4)
    assert "1 agree, 2 disagree" in told
    assert list(csv.DictReader(io.StringIO(table.read_text("utf-8")))) == [
        dict(zip("index id kind recorded_valid valid recorded_points points".split(), row, strict=True))
        for row in (["1", "=1+1", "loser", "", "False", "70", "77"], ["2", "5", "hand", "False", "True", "", "0"])
    ]


def test_some_failed_is_2_and_the_rest_is_answered(audit):
    status, answers, _ = audit(lines([RIGHT]) + b"nonsense\n\n" + lines([MISTAKEN]))
    assert status == 2
    assert [answer.get("index") for answer in answers] == [0, 1, 2, None]
    assert answers[1]["error"]["status"] == 400


def test_the_answers_are_those_of_the_service(audit, client):
    items = [*records()[:20], *declarations()[:20], {"id": "bad"}]
    for detail in ("points", "melds", "full"):
        _, answers, _ = audit(items, "--detail", detail, "--rules", "pagat")
        response = client.post("/v1/audit", json={"items": items, "detail": detail, "rules": "pagat"}).get_json()
        assert answers[:-1] == response["results"]
        assert answers[-1]["summary"] == response["summary"]


@pytest.fixture
def client():
    from app import create_app
    from app.config import Config

    return create_app(Config()).test_client()


def test_what_holds_for_all_items_is_an_option(audit):
    hand = {"hand": HAND}
    assert audit([hand], "--wild-joker", "2")[1][0]["declarable"] is True
    assert audit([hand], "--wild-joker", "none", "--rules", '{"cap": 30}')[1][-1]["rules"]["customised"] is True
    assert audit([hand], "--wild-joker", "2", "--expect-rules", "495f77fd4fbcf389")[0] == 0


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--wild-joker", "22"], "--wild-joker: '22' is no wild joker"),
        (["--rules", "canasta"], "--rules: 'canasta' is no preset"),
        (["--rules", '{"cap": 0}'], "--rules: cap is"),
        (["--rules", "{cap}"], "--rules is not JSON"),
        (["--expect-rules", "0123456789abcdef"], "--expect-rules is 0123456789abcdef, but"),
    ],
)
def test_wrong_options_are_2_and_nothing_is_written(audit, options, told):
    status, answers, error = audit([RIGHT], *options)
    assert (status, answers) == (2, [])
    assert told in error


@pytest.mark.parametrize("options", [["--processes", "0"], ["--processes", "two"], ["--detail", "all"], ["--what"]])
def test_options_that_there_are_not_are_2(tmp_path, options):
    with pytest.raises(SystemExit) as refusal:
        main(["audit", str(tmp_path / "in"), *options])
    assert refusal.value.code == 2


@pytest.mark.parametrize("suffix", PACKERS)
def test_compressed_files_go_in_and_out_by_their_names(audit, suffix):
    plain = audit(records()[:50])
    assert audit(records()[:50], name="in.ndjson" + suffix, output="out.ndjson" + suffix)[:2] == plain[:2]
    assert audit(records()[:50], name="in.ndjson" + suffix.upper())[:2] == plain[:2]


@pytest.mark.parametrize("suffix", PACKERS)
def test_a_file_cut_short_is_2_and_leaves_what_was_there(suffix, tmp_path, capsys):
    (tmp_path / "out.ndjson").write_text('"before"\n', "utf-8")
    options = {"options": {files.zstd.CompressionParameter.checksum_flag: 1}} if suffix == ".zst" else {}
    whole = PACKERS[suffix].compress(lines(records()), **options)
    damaged = whole[:200] + bytes(byte ^ 255 for byte in whole[200:240]) + whole[240:]
    for name, data in (("cut", whole[: len(whole) // 2]), ("no", b"plain text"), ("damaged", damaged)):
        (tmp_path / (name + suffix)).write_bytes(data)
        assert main(["audit", str(tmp_path / (name + suffix)), str(tmp_path / "out.ndjson"), "--processes", "1"]) == 2
        assert capsys.readouterr().err
        assert (tmp_path / "out.ndjson").read_text("utf-8") == '"before"\n'
    assert sorted(path.stem for path in tmp_path.iterdir()) == ["cut", "damaged", "no", "out"]


def test_damage_to_the_answers_is_noticed_when_they_are_read(audit, tmp_path):
    for suffix in PACKERS:
        assert audit(records(), output="out" + suffix)[0] == 0
        data = (tmp_path / ("out" + suffix)).read_bytes()
        with pytest.raises((OSError, *files.DAMAGED)):
            packer("out" + suffix).decompress(data[:-5] + bytes(byte ^ 255 for byte in data[-5:]))


@pytest.mark.skipif(shutil.which("zstd") is None, reason="the command zstd is not here")
def test_the_command_zstd_reads_what_is_written_and_writes_what_is_read(audit, tmp_path):
    (tmp_path / "deals").write_bytes(lines(records()[:50]))
    subprocess.run(["zstd", "-q", "-19", tmp_path / "deals"], check=True)
    assert main(["audit", str(tmp_path / "deals.zst"), str(tmp_path / "answers.zst"), "--quiet"]) == 0
    told = subprocess.run(["zstd", "-dc", tmp_path / "answers.zst"], check=True, capture_output=True).stdout
    assert told.count(b"\n") == 51
    assert b'"agreed":50' in told


@pytest.mark.parametrize("suffix", PACKERS)
def test_files_packed_piece_by_piece_are_read_to_the_end(suffix, tmp_path):
    pack = PACKERS[suffix].compress
    (tmp_path / ("in" + suffix)).write_bytes(pack(lines(records()[:7])) + pack(b"") + pack(lines(records()[:5])))
    with files.source(str(tmp_path / ("in" + suffix))) as opened:
        assert opened.read(1 << 20).count(b"\n") == 12
        assert opened.read(1 << 20) == b""


def test_the_input_is_never_overwritten_and_every_output_has_a_file_of_its_own(audit, tmp_path):
    assert audit([RIGHT], output="in.ndjson")[0] == 2
    assert (tmp_path / "in.ndjson").read_bytes() == lines([RIGHT])
    assert audit([RIGHT], "--disagreements", str(tmp_path / "out.ndjson"))[0] == 2


def test_a_file_that_is_not_there_is_2(tmp_path, capsys):
    assert main(["audit", str(tmp_path / "none"), "-", "--quiet"]) == 2
    assert "none" in capsys.readouterr().err
    (tmp_path / "in").write_bytes(lines([RIGHT]))
    assert main(["audit", str(tmp_path / "in"), str(tmp_path / "no" / "out"), "--quiet"]) == 2


def test_several_processes_keep_the_order_and_give_the_same_bytes(tmp_path):
    source = tmp_path / "in.ndjson"
    source.write_bytes((lines(records()) + b"bad\n\n") * 10)
    outputs = []
    for processes in (1, 3):
        table = tmp_path / f"{processes}.csv"
        done = run_alone(source, "-", "--processes", processes, "--quiet", "--disagreements", table)
        assert done.returncode == 2, done.stderr
        outputs.append((done.stdout, table.read_bytes()))
    assert outputs[0] == outputs[1]
    told = [json.loads(line) for line in outputs[0][0].splitlines()]
    assert [answer["index"] for answer in told[:-1]] == list(range(20_010))
    assert told[-1]["summary"]["failed"] == 10


def test_standard_streams_are_a_dash(tmp_path):
    done = run_alone("-", input=lines([RIGHT]))
    assert done.returncode == 0
    assert json.loads(done.stdout.splitlines()[0])["agrees"] is True
    assert b"1 items in" in done.stderr


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_an_interrupted_audit_leaves_nothing_behind(tmp_path):
    command = [sys.executable, "-m", "app", "audit", "-", str(tmp_path / "out"), "--processes", "2"]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdin.write(lines(records()) * 3)
        process.stdin.flush()
        for _ in range(100):
            if list(tmp_path.iterdir()):
                break
            time.sleep(0.1)
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        process.stdin.close()
        assert process.wait(20) == 130
        assert process.stderr.read() == b"interrupted; nothing was written\n"
    assert list(tmp_path.iterdir()) == []


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_progress_changes_one_line_of_a_terminal_and_goes_away():
    clock = iter([0.0, 0.1, 1.0, 61.0])
    stream = Terminal()
    progress = Progress(stream, 400, lambda: next(clock))
    progress.tell(1, 1)  # too soon
    progress.tell(1000, 100)
    progress.tell(2000, 200)
    progress.clear()
    assert stream.getvalue() == (
        "\r1,000 items, 1,000/s, 25 %, 0:03 left\x1b[K\r2,000 items, 33/s, 50 %, 1:01 left\x1b[K\r\x1b[K"
    )
    Progress(None, None).tell(1, 1)
