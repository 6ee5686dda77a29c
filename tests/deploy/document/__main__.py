"""python -m tests.deploy.document: runs the commands of docs/deploy.md in a clean Debian 12, and keeps a transcript."""

import argparse
import os
import shutil
import signal
import sys
import tempfile
from pathlib import Path

from tests.deploy.document.authority import Authority
from tests.deploy.document.machine import INSTALL, TOOLS, Machine
from tests.deploy.document.operator import Operator
from tests.deploy.document.transcript import Transcript


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    transcript = Path("build/deploy-test.txt")
    parser.add_argument("--transcript", type=Path, default=transcript, help="The file to write: %(default)s.")
    options = parser.parse_args()
    missing = [tool for tool in TOOLS if not shutil.which(tool)]
    if missing or os.geteuid() != 0:
        sys.stderr.write(f"This test needs root and {', '.join(TOOLS)}. On Debian 12: {INSTALL}\n")
        return 2
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the machine is stopped then too
    # What is still written after a failure must not hide it.
    with tempfile.TemporaryDirectory(prefix="escale-deploy-", ignore_cleanup_errors=True) as name:
        Path(name).chmod(0o755)
        try_document(Machine(Path(name), Transcript(options.transcript)))
    print(f"Every command of the document did what it should; {options.transcript} has all of it.")
    return 0


def try_document(machine: Machine) -> None:
    machine.transcript.write_heading("A clean Debian 12 is built and started")
    machine.build()
    authority = Authority(machine)
    operator = Operator(machine, authority)
    operator.publish_first_release()
    try:
        machine.start()
        authority.start()
        install_and_use(operator)
    except BaseException:
        keep_journal(machine)
        raise
    finally:
        authority.stop()
        machine.stop()


def install_and_use(operator: Operator) -> None:
    """The chapters in the order in which an operator needs them."""
    operator.follow("First installation")
    operator.check_site()
    first_match = operator.play("easy")
    operator.play("strong", events=20)
    operator.check_units()
    operator.renew()
    operator.run_night()
    operator.restart_machine()
    operator.follow("Backup and recovery", 0)
    second_match = operator.play("easy")
    operator.follow("Backup and recovery", 1)
    operator.check_site()
    assert operator.knows(first_match) and not operator.knows(second_match)
    operator.publish_next_release()
    operator.release_while_read()
    operator.follow("The way back")
    operator.check_site()
    operator.check_units()
    assert operator.knows(first_match)


def keep_journal(machine: Machine) -> None:
    """The last lines of the journal say why something inside has failed."""
    machine.transcript.write_heading("The journal of the machine")
    try:
        machine.transcript.write_output(machine.ask("journalctl --no-pager -n 60"))
    except (AssertionError, OSError) as error:
        machine.transcript.write_line(f"could not be read: {error}")


if __name__ == "__main__":
    sys.exit(main())
