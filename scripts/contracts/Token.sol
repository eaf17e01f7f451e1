// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @notice Is told of tokens that it was sent (ERC-677).
interface TokenReceiver {
    function onTokenTransfer(address from, uint256 amount, bytes calldata data) external;
}

/// @title The token that generated traffic moves
/// @notice Its first holders have theirs from the start, so that each can send from the next block on.
contract Token is ERC20 {
    /// @param amountEach what each holder starts with, in the token's smallest unit (18 decimals)
    constructor(string memory name, string memory symbol, address[] memory holders, uint256 amountEach)
        ERC20(name, symbol)
    {
        for (uint256 i = 0; i < holders.length; i++) {
            _mint(holders[i], amountEach);
        }
    }

    /// @notice Open to all, as tokens of test networks are: a new pool helps itself.
    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    /// @notice A transfer of which the recipient is told at once, so that nothing need be approved before (ERC-677).
    function transferAndCall(TokenReceiver to, uint256 amount, bytes calldata data) external {
        transfer(address(to), amount);
        to.onTokenTransfer(msg.sender, amount, data);
    }
}
