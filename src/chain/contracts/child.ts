// Made by `npm run contracts` from scripts/contracts/Child.sol; do not edit.
// solc 0.8.37+commit.f401782d.Emscripten.clang, EVM version constantinople, optimizer on (200 runs), no metadata.

export const childContract = {
  /** The arguments of the constructor follow it, ABI-encoded. */
  creationCode:
    '0x6080604052600080546001600160a01b03191633179055348015602157600080fd5b50605b80602f6000396000f3fe6080604052348015600f57600080fd5b506004361060285760003560e01c806302d05d3f14602d575b600080fd5b600054603f906001600160a01b031681565b6040516001600160a01b03909116815260200160405180910390f3',
  abi: [
    {
      inputs: [],
      name: 'creator',
      outputs: [{ name: '', type: 'address' }],
      stateMutability: 'view',
      type: 'function',
    },
  ],
  /** The first 4 bytes of a call, by function. */
  selectors: { creator: '0x02d05d3f' },
  /** The storage slot of each state variable. */
  storageSlots: { creator: 0 },
} as const
