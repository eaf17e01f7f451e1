// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title Several calls in one transaction, all of them or none
contract Multicall {
    function aggregate(address[] calldata targets, bytes[] calldata calls) external {
        for (uint256 i = 0; i < targets.length; i++) {
            (bool success,) = targets[i].call(calls[i]);
            require(success, "Multicall: call failed");
        }
    }
}
