// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title A contract that destructs itself on request
/// @notice Up to Shanghai this deletes it; from Cancun on it stays and only loses its ether (EIP-6780).
contract Mortal {
    constructor() payable {}

    function destroy(address payable heir) external {
        selfdestruct(heir);
    }
}
