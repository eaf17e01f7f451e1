// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title The contract that the factory creates
contract Child {
    address public creator = msg.sender;
}
