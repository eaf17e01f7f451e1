// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title The part of OpenZeppelin's Arrays that its ERC1155 uses
/// @dev The original needs MCOPY, which exists from Cancun on.
library Arrays {
    function unsafeMemoryAccess(uint256[] memory array, uint256 index) internal pure returns (uint256) {
        return array[index];
    }

    function unsafeMemoryAccess(address[] memory array, uint256 index) internal pure returns (address) {
        return array[index];
    }
}
