// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title The part of OpenZeppelin's Strings that its ERC721 uses
/// @dev The original needs MCOPY, which exists from Cancun on.
library Strings {
    function toString(uint256 value) internal pure returns (string memory) {
        uint256 length = 1;
        for (uint256 rest = value / 10; rest > 0; rest /= 10) length++;
        bytes memory digits = new bytes(length);
        for (uint256 i = length; i > 0; i--) {
            digits[i - 1] = bytes1(uint8(48 + (value % 10)));
            value /= 10;
        }
        return string(digits);
    }
}
