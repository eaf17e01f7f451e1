// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title As much of OpenZeppelin's Arrays as its ERC1155 uses
/// @dev Theirs needs MCOPY, which chains have from Cancun on.
library Arrays {
    function unsafeMemoryAccess(uint256[] memory array, uint256 index) internal pure returns (uint256) {
        return array[index];
    }

    function unsafeMemoryAccess(address[] memory array, uint256 index) internal pure returns (address) {
        return array[index];
    }
}
