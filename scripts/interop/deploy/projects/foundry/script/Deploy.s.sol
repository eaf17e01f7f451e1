// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {Counter} from "../src/Counter.sol";

// The part of forge-std that this script needs.
interface Vm {
    function startBroadcast() external;

    function stopBroadcast() external;
}

contract Deploy {
    bool public constant IS_SCRIPT = true;

    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    function run() external returns (Counter counter) {
        vm.startBroadcast();
        counter = new Counter(40);
        counter.increment();
        vm.stopBroadcast();
    }
}
