// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @title The token that generated traffic moves
/// @notice All of its supply exists from the start, so that every holder can send from the next block on.
contract Token is ERC20 {
    /// @param amountEach what each holder starts with, in the token's smallest unit (18 decimals)
    constructor(string memory name, string memory symbol, address[] memory holders, uint256 amountEach)
        ERC20(name, symbol)
    {
        for (uint256 i = 0; i < holders.length; i++) {
            _mint(holders[i], amountEach);
        }
    }
}
