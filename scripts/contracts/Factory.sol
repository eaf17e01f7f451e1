// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title What the factory makes
contract Child {
    address public creator = msg.sender;
}

/// @title Creates contracts at addresses that are known before (EIP-1014)
contract Factory {
    event Created(address indexed child, bytes32 salt);

    function create(bytes32 salt) external {
        emit Created(address(new Child{salt: salt}()), salt);
    }
}
