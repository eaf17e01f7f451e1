"""What web3.py's tests need of a node, as its own fixtures for geth make it (tests/integration): contracts, a funded
account whose key both sides know, and blocks with and without transactions. Writes the outcome of each test to REPORT."""

import json
import os
import time

import pytest
from eth_account import Account
from eth_utils import to_bytes
from web3 import HTTPProvider, Web3
from web3._utils.contract_sources.contract_data._custom_contract_data import EMITTER_ENUM
from web3._utils.contract_sources.contract_data.emitter_contract import EMITTER_CONTRACT_DATA
from web3._utils.contract_sources.contract_data.math_contract import MATH_CONTRACT_DATA
from web3._utils.contract_sources.contract_data.offchain_lookup import OFFCHAIN_LOOKUP_DATA
from web3._utils.contract_sources.contract_data.panic_errors_contract import (
    PANIC_ERRORS_CONTRACT_DATA,
)
from web3._utils.contract_sources.contract_data.revert_contract import REVERT_CONTRACT_DATA
from web3._utils.contract_sources.contract_data.storage_contract import STORAGE_CONTRACT_DATA
from web3._utils.module_testing.utils import RequestMocker

# The first account of "test test test test test test test test test test test junk".
PRIVATE_KEY = "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80"
ACCOUNT = Account.from_key(PRIVATE_KEY).address
# The second: some tests leave transactions of the first in the pool, and those after them would have to wait.
DEPLOYER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"

# In seconds.
TIMEOUT = 30
PENDING_MAX = 5


def connect():
    return Web3(HTTPProvider(os.environ["NODE_URL"], request_kwargs={"timeout": TIMEOUT}))


def send(w3, **transaction):
    tx_hash = w3.eth.send_transaction({"from": DEPLOYER, **transaction})
    return w3.eth.wait_for_transaction_receipt(tx_hash, timeout=TIMEOUT)


def deploy(contract_data):
    w3 = connect()
    factory = w3.eth.contract(**contract_data)
    tx_hash = factory.constructor().transact({"from": DEPLOYER})
    return w3.eth.wait_for_transaction_receipt(tx_hash, timeout=TIMEOUT)


def newest_block(w3, is_wanted):
    head = w3.eth.block_number
    blocks = (w3.eth.get_block(number) for number in range(head, max(head - 64, -1), -1))
    return next((block for block in blocks if is_wanted(block)), None)


# web3.py starts a node for each test. Here a test waits until what the test before it has sent is mined.
@pytest.fixture(autouse=True)
def nothing_pending(fixture_chain):
    w3 = connect()
    deadline = time.monotonic() + PENDING_MAX
    while time.monotonic() < deadline:
        mined, sent = (w3.eth.get_transaction_count(ACCOUNT, tag) for tag in ("latest", "pending"))
        if mined == sent:
            return
        time.sleep(0.05)


# Each test gets a new client, because some change it.
@pytest.fixture
def w3():
    return connect()


@pytest.fixture(params=[lambda text: to_bytes(hexstr=text), str], ids=["bytes", "text"])
def address_conversion_func(request):
    return request.param


@pytest.fixture
def keyfile_account_pkey():
    return PRIVATE_KEY


@pytest.fixture
def keyfile_account_address():
    return ACCOUNT


@pytest.fixture
def keyfile_account_address_dual_type():
    return ACCOUNT


@pytest.fixture
def skip_if_testrpc():
    return lambda w3: None


@pytest.fixture
def request_mocker():
    return RequestMocker


def emit(address):
    w3 = connect()
    emitter = w3.eth.contract(**EMITTER_CONTRACT_DATA)(address)
    log = emitter.functions.logDouble(
        which=EMITTER_ENUM["LogDoubleWithIndex"], arg0=12345, arg1=54321
    )
    tx_hash = log.transact({"from": DEPLOYER})
    return w3.eth.wait_for_transaction_receipt(tx_hash, timeout=TIMEOUT)


# Before all tests, because some expect the first log of the chain, alone in its block. Only those tests fail whose part
# of this fails.
@pytest.fixture(scope="session", autouse=True)
def fixture_chain():
    receipts, errors = {}, {}

    def receipt_of(name):
        if name in receipts:
            return receipts[name]
        raise errors[name]

    steps = {
        "emitter": lambda: deploy(EMITTER_CONTRACT_DATA),
        "logged": lambda: emit(receipt_of("emitter")["contractAddress"]),
        "math": lambda: deploy(MATH_CONTRACT_DATA),
        "revert": lambda: deploy(REVERT_CONTRACT_DATA),
        "offchain_lookup": lambda: deploy(OFFCHAIN_LOOKUP_DATA),
        "panic_errors": lambda: deploy(PANIC_ERRORS_CONTRACT_DATA),
        "storage": lambda: deploy(STORAGE_CONTRACT_DATA),
    }
    for name, step in steps.items():
        try:
            receipts[name] = step()
        except Exception as error:
            errors[name] = error
    return receipt_of


@pytest.fixture
def contract(w3, fixture_chain):
    return lambda data, name: w3.eth.contract(**data)(fixture_chain(name)["contractAddress"])


@pytest.fixture
def math_contract(contract):
    return contract(MATH_CONTRACT_DATA, "math")


@pytest.fixture
def math_contract_deploy_txn_hash(fixture_chain):
    return fixture_chain("math")["transactionHash"]


@pytest.fixture
def math_contract_address(math_contract, address_conversion_func):
    return address_conversion_func(math_contract.address)


@pytest.fixture
def emitter_contract(contract):
    return contract(EMITTER_CONTRACT_DATA, "emitter")


@pytest.fixture
def emitter_contract_address(emitter_contract, address_conversion_func):
    return address_conversion_func(emitter_contract.address)


@pytest.fixture
def revert_contract(contract):
    return contract(REVERT_CONTRACT_DATA, "revert")


@pytest.fixture
def offchain_lookup_contract(contract):
    return contract(OFFCHAIN_LOOKUP_DATA, "offchain_lookup")


@pytest.fixture
def panic_errors_contract(contract):
    return contract(PANIC_ERRORS_CONTRACT_DATA, "panic_errors")


@pytest.fixture
def storage_contract(contract):
    return contract(STORAGE_CONTRACT_DATA, "storage")


@pytest.fixture
def block_with_txn_with_log(w3, fixture_chain):
    return w3.eth.get_block(fixture_chain("logged")["blockHash"])


@pytest.fixture
def txn_hash_with_log(fixture_chain):
    return fixture_chain("logged")["transactionHash"]


@pytest.fixture
def empty_block(w3):
    block = newest_block(w3, lambda block: not block["transactions"])
    assert block is not None
    return block


@pytest.fixture(scope="session")
def block_with_txn_hash():
    w3 = connect()
    # The tests expect that the transaction has a recipient.
    block = newest_block(
        w3,
        lambda block: block["transactions"]
        and w3.eth.get_transaction(block["transactions"][0])["to"],
    )
    return block["hash"] if block else send(w3, to=ACCOUNT, value=1)["blockHash"]


@pytest.fixture
def block_with_txn(w3, block_with_txn_hash):
    return w3.eth.get_block(block_with_txn_hash)


@pytest.fixture
def mined_txn_hash(block_with_txn):
    return block_with_txn["transactions"][0]


outcomes = {}


def pytest_runtest_logreport(report):
    # A test has up to three reports, of which the first that has not passed decides.
    _, name = report.nodeid.split("::", 1)
    if report.when != "call" and report.passed:
        return
    if outcomes.get(name, {}).get("outcome", "passed") != "passed":
        return
    crash = getattr(report.longrepr, "reprcrash", None)
    message = report.longrepr[2] if isinstance(report.longrepr, tuple) else crash and crash.message
    outcomes[name] = {"outcome": report.outcome, "message": str(message or "")}


def pytest_sessionfinish():
    with open(os.environ["REPORT"], "w") as file:
        json.dump(outcomes, file)
