"""web3.py's own tests of its modules, which it also runs against geth."""

import os

from conftest import send
from web3._utils.module_testing import EthModuleTest, NetModuleTest, Web3ModuleTest


class TestEth(EthModuleTest):
    def test_eth_get_balance_with_block_identifier(self, w3):
        # The test expects that the miner of genesis has received something since.
        send(w3, to=w3.eth.get_block(0)["miner"], value=1)
        super().test_eth_get_balance_with_block_identifier(w3)


class TestNet(NetModuleTest):
    pass


class TestWeb3(Web3ModuleTest):
    def _check_web3_client_version(self, client_version):
        assert client_version.startswith(os.environ["NODE_NAME"] + "/")
