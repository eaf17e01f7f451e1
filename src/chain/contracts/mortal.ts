// Made by `npm run contracts` from scripts/contracts/Mortal.sol; do not edit.
// solc 0.8.37+commit.f401782d.Emscripten.clang, EVM version homestead, optimizer on (200 runs), no metadata.

export const mortalContract = {
  /** The arguments of the constructor follow it, ABI-encoded. */
  creationCode:
    '0x608060405260ad8060116000396000f3fe6080604052348015600f57600080fd5b50600436106043577c01000000000000000000000000000000000000000000000000000000006000350462f55d9d81146048575b600080fd5b605760533660046072565b6059565b005b8073ffffffffffffffffffffffffffffffffffffffff16ff5b600060208284031215608357600080fd5b813573ffffffffffffffffffffffffffffffffffffffff8116811460a657600080fd5b939250505056',
  abi: [
    { inputs: [], stateMutability: 'payable', type: 'constructor' },
    {
      inputs: [{ name: 'heir', type: 'address' }],
      name: 'destroy',
      outputs: [],
      stateMutability: 'nonpayable',
      type: 'function',
    },
  ],
  /** The first 4 bytes of a call, by function. */
  selectors: { destroy: '0x00f55d9d' },
  /** The storage slot of each state variable. */
  storageSlots: {},
} as const
