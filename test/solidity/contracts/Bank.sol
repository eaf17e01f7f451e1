// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "./console.sol";

library Safe {
    function requirePositive(uint256 amount) internal pure {
        require(amount > 0, "amount is zero");
    }

    function outside(uint256 amount) external pure returns (uint256) {
        if (amount > 100) {
            revert("too much");
        }
        return amount;
    }
}

function freeFunction(uint256 x) pure returns (uint256) {
    return 100 / x;
}

contract Vault {
    error Locked(address who, uint256 until);

    uint256 immutable limit;

    constructor(uint256 _limit) {
        require(_limit != 13, "unlucky");
        limit = _limit;
    }

    function take(uint256 amount) external view returns (uint256) {
        if (amount > limit) revert Locked(msg.sender, amount);
        return amount;
    }

    function fail() external pure {
        revert();
    }
}

contract Bank {
    Vault public vault;
    mapping(address => uint256) public balances;

    modifier notZero(uint256 amount) {
        Safe.requirePositive(amount);
        _;
    }

    constructor() {
        vault = new Vault(10);
    }

    function deposit(uint256 amount) external notZero(amount) {
        console.log("deposit %d by %s", amount, msg.sender);
        _add(amount);
    }

    function _add(uint256 amount) internal {
        balances[msg.sender] += amount;
        assert(amount != 7);
    }

    function withdraw(uint256 amount) external returns (uint256) {
        return _withdraw(amount);
    }

    function _withdraw(uint256 amount) private returns (uint256) {
        return vault.take(amount);
    }

    function divide(uint256 x) external pure returns (uint256) {
        uint256 y = freeFunction(x);
        return y;
    }

    function lib(uint256 x) external pure returns (uint256) {
        return Safe.outside(x);
    }

    function make(uint256 x) external returns (address) {
        Vault v = new Vault(x);
        return address(v);
    }

    function recurse(uint256 depth) public returns (uint256) {
        if (depth == 0) revert();
        return recurse(depth - 1);
    }

    function swallow(uint256 x) external {
        try vault.take(x) {} catch {}
        require(x < 1000, "after swallow");
    }

    function caught(uint256 x) external {
        try vault.fail() {} catch {}
        if (x == 1) revert();
    }

    function passedOn() external view {
        vault.fail();
    }

    function burn() external pure {
        while (true) {}
    }
}
