// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Child} from "./Child.sol";

/// @title Creates contracts at predictable addresses (EIP-1014)
contract Factory {
    event Created(address indexed child, bytes32 salt);

    function create(bytes32 salt) external {
        emit Created(address(new Child{salt: salt}()), salt);
    }
}
