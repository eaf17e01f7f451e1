// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
library console {
    function log(string memory a, uint256 b, address c) internal view {
        (bool ok, ) = address(0x000000000000000000636F6e736F6c652e6c6f67).staticcall(abi.encodeWithSignature("log(string,uint256,address)", a, b, c));
        ok;
    }
}
