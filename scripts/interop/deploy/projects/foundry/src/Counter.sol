// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

contract Counter {
    event Changed(address indexed by, uint256 number);

    uint256 public number;

    constructor(uint256 first) {
        number = first;
    }

    function increment() external {
        number++;
        emit Changed(msg.sender, number);
    }
}
