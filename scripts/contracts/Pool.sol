// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Token, TokenReceiver} from "./Token.sol";

/// @title A pool of two tokens that keeps the product of its reserves
/// @notice Rules, fee and events are those of a Uniswap v2 pair, so that the same decoder works for both.
contract Pool is TokenReceiver {
    event Swap(
        address indexed sender,
        uint256 amount0In,
        uint256 amount1In,
        uint256 amount0Out,
        uint256 amount1Out,
        address indexed to
    );
    event Sync(uint112 reserve0, uint112 reserve1);

    Token public token0;
    Token public token1;
    uint112 public reserve0;
    uint112 public reserve1;

    /// @param liquidity what the pool starts with of each token, in its smallest unit
    constructor(Token first, Token second, uint256 liquidity) {
        token0 = first;
        token1 = second;
        first.mint(address(this), liquidity);
        second.mint(address(this), liquidity);
        _sync(liquidity, liquidity);
    }

    /// @notice Swaps incoming tokens for as many of the other token as their sender can get.
    function onTokenTransfer(address from, uint256 amount, bytes calldata) external {
        require(msg.sender == address(token0) || msg.sender == address(token1), "Pool: UNKNOWN_TOKEN");
        if (msg.sender == address(token0)) {
            _swap(from, 0, _amountOut(amount, reserve0, reserve1), from);
        } else {
            _swap(from, _amountOut(amount, reserve1, reserve0), 0, from);
        }
    }

    /// @notice Pays out tokens in exchange for those that were sent to the pool before.
    function swap(uint256 amount0Out, uint256 amount1Out, address to) external {
        _swap(msg.sender, amount0Out, amount1Out, to);
    }

    function _swap(address sender, uint256 amount0Out, uint256 amount1Out, address to) private {
        require(amount0Out > 0 || amount1Out > 0, "Pool: INSUFFICIENT_OUTPUT_AMOUNT");
        require(amount0Out < reserve0 && amount1Out < reserve1, "Pool: INSUFFICIENT_LIQUIDITY");
        uint256 amount0In = token0.balanceOf(address(this)) - reserve0;
        uint256 amount1In = token1.balanceOf(address(this)) - reserve1;
        require(amount0In > 0 || amount1In > 0, "Pool: INSUFFICIENT_INPUT_AMOUNT");
        uint256 balance0 = reserve0 + amount0In - amount0Out;
        uint256 balance1 = reserve1 + amount1In - amount1Out;
        require(
            (balance0 * 1000 - amount0In * 3) * (balance1 * 1000 - amount1In * 3)
                >= uint256(reserve0) * reserve1 * 1000 ** 2,
            "Pool: K"
        );
        if (amount0Out > 0) token0.transfer(to, amount0Out);
        if (amount1Out > 0) token1.transfer(to, amount1Out);
        _sync(balance0, balance1);
        emit Swap(sender, amount0In, amount1In, amount0Out, amount1Out, to);
    }

    function _sync(uint256 balance0, uint256 balance1) private {
        reserve0 = uint112(balance0);
        reserve1 = uint112(balance1);
        emit Sync(reserve0, reserve1);
    }

    /// @dev 0.3 % of the incoming tokens stay with the pool.
    function _amountOut(uint256 amountIn, uint256 reserveIn, uint256 reserveOut) private pure returns (uint256) {
        uint256 counted = amountIn * 997;
        return (counted * reserveOut) / (reserveIn * 1000 + counted);
    }
}
