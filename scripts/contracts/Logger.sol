// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title Logs of every shape
contract Logger {
    event NoTopic(bytes data) anonymous;
    event OneTopic(bytes32 indexed first, bytes data) anonymous;
    event TwoTopics(bytes32 indexed first, bytes32 indexed second, bytes data) anonymous;
    event ThreeTopics(bytes32 indexed first, bytes32 indexed second, bytes32 indexed third, bytes data) anonymous;
    event FourTopics(
        bytes32 indexed first, bytes32 indexed second, bytes32 indexed third, bytes32 indexed fourth, bytes data
    ) anonymous;

    /// @notice Emits five logs, with zero to four topics.
    function logTopics(bytes32 first, bytes32 second, bytes32 third, bytes32 fourth, bytes calldata data) external {
        emit NoTopic(data);
        emit OneTopic(first, data);
        emit TwoTopics(first, second, data);
        emit ThreeTopics(first, second, third, data);
        emit FourTopics(first, second, third, fourth, data);
    }

    /// @notice Emits one log.
    function logData(bytes32 topic, bytes calldata data) external {
        emit OneTopic(topic, data);
    }
}
