// Made by `npm run contracts` from scripts/contracts/Factory.sol; do not edit.
// solc 0.8.37+commit.f401782d.Emscripten.clang, EVM version constantinople, optimizer on (200 runs), no metadata.

export const factoryContract = {
  /** The arguments of the constructor follow it, ABI-encoded. */
  creationCode:
    '0x6080604052348015600f57600080fd5b5061015c8061001f6000396000f3fe6080604052348015600f57600080fd5b506004361060285760003560e01c80637368a8ce14602d575b600080fd5b603c603836600460b9565b603e565b005b8060405160499060ad565b8190604051809103906000f59050801580156068573d6000803e3d6000fd5b506001600160a01b03167fd24d824860e7f36c08df207d22094623f901c3a69631edd487e915e1fac5d41a8260405160a291815260200190565b60405180910390a250565b608a806100d283390190565b60006020828403121560ca57600080fd5b503591905056fe6080604052600080546001600160a01b03191633179055348015602157600080fd5b50605b80602f6000396000f3fe6080604052348015600f57600080fd5b506004361060285760003560e01c806302d05d3f14602d575b600080fd5b600054603f906001600160a01b031681565b6040516001600160a01b03909116815260200160405180910390f3',
  abi: [
    {
      anonymous: false,
      inputs: [
        { indexed: true, name: 'child', type: 'address' },
        { indexed: false, name: 'salt', type: 'bytes32' },
      ],
      name: 'Created',
      type: 'event',
    },
    {
      inputs: [{ name: 'salt', type: 'bytes32' }],
      name: 'create',
      outputs: [],
      stateMutability: 'nonpayable',
      type: 'function',
    },
  ],
  /** The first 4 bytes of a call, by function. */
  selectors: { create: '0x7368a8ce' },
  /** The storage slot of each state variable. */
  storageSlots: {},
} as const
