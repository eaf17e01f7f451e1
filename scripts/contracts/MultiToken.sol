// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";

/// @title Several tokens in one contract (ERC-1155)
contract MultiToken is ERC1155 {
    /// @param ids the tokens of the contract
    /// @param amounts how much of each token each holder starts with
    constructor(string memory uri, address[] memory holders, uint256[] memory ids, uint256[] memory amounts)
        ERC1155(uri)
    {
        for (uint256 i = 0; i < holders.length; i++) {
            // Not _mintBatch, which asks a holder with code whether it accepts tokens: an account that has delegated
            // (EIP-7702) may not respond.
            _update(address(0), holders[i], ids, amounts);
        }
    }
}
