"""Writes each outcome of pytest when it is known, as reporter.cjs does for Mocha."""

import json
import os


def pytest_runtest_logreport(report):
    # A test that fails in its set-up is never called, and one can fail after its call.
    if report.when != "call" and report.outcome == "passed":
        return
    message = "" if report.outcome == "passed" else str(report.longrepr)[-2000:]
    line = [report.nodeid, {"outcome": report.outcome, "message": message}]
    with open(os.environ["SUITE_REPORT"], "a", encoding="utf8") as file:
        file.write(json.dumps(line) + "\n")
