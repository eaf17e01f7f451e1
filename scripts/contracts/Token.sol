// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @notice Is notified of tokens that were sent to it (ERC-677).
interface TokenReceiver {
    function onTokenTransfer(address from, uint256 amount, bytes calldata data) external;
}

/// @title The token that generated traffic moves
/// @notice Its first holders have tokens from the start, so that each can send from the next block on.
contract Token is ERC20 {
    /// @param amountEach what each holder starts with, in the token's smallest unit (18 decimals)
    constructor(string memory name, string memory symbol, address[] memory holders, uint256 amountEach)
        ERC20(name, symbol)
    {
        for (uint256 i = 0; i < holders.length; i++) {
            _mint(holders[i], amountEach);
        }
    }

    /// @notice Anyone may mint, as with tokens of test networks; a new pool does so.
    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    /// @notice Transfers tokens and notifies the recipient in the same call, so that no approval is needed (ERC-677).
    function transferAndCall(TokenReceiver to, uint256 amount, bytes calldata data) external {
        transfer(address(to), amount);
        to.onTokenTransfer(msg.sender, amount, data);
    }
}
