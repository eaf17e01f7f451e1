// Made by `npm run contracts` from scripts/contracts/Logger.sol; do not edit.
// solc 0.8.37+commit.f401782d.Emscripten.clang, EVM version homestead, optimizer on (200 runs), no metadata.

export const loggerContract = {
  /** The arguments of the constructor follow it, ABI-encoded. */
  creationCode:
    '0x6080604052348015600f57600080fd5b506102558061001f6000396000f3fe608060405234801561001057600080fd5b5060043610610052577c010000000000000000000000000000000000000000000000000000000060003504632f5185868114610057578063954df9a51461006c575b600080fd5b61006a610065366004610170565b61007f565b005b61006a61007a3660046101da565b610109565b818160405161008f929190610226565b60405180910390a08582826040516100a8929190610226565b60405180910390a1848683836040516100c2929190610226565b60405180910390a283858784846040516100dd929190610226565b60405180910390a38284868885856040516100f9929190610226565b60405180910390a4505050505050565b82828260405161011a929190610226565b60405180910390a1505050565b60008083601f84011261013957600080fd5b50813567ffffffffffffffff81111561015157600080fd5b60208301915083602082850101111561016957600080fd5b9250929050565b60008060008060008060a0878903121561018957600080fd5b86359550602087013594506040870135935060608701359250608087013567ffffffffffffffff8111156101bc57600080fd5b6101c889828a01610127565b979a9699509497509295939492505050565b6000806000604084860312156101ef57600080fd5b83359250602084013567ffffffffffffffff81111561020d57600080fd5b61021986828701610127565b9497909650939450505050565b60208152816020820152818360408301376000818301604090810191909152601f909201601f1916010191905056',
  abi: [
    {
      anonymous: true,
      inputs: [
        { indexed: true, name: 'first', type: 'bytes32' },
        { indexed: true, name: 'second', type: 'bytes32' },
        { indexed: true, name: 'third', type: 'bytes32' },
        { indexed: true, name: 'fourth', type: 'bytes32' },
        { indexed: false, name: 'data', type: 'bytes' },
      ],
      name: 'FourTopics',
      type: 'event',
    },
    {
      anonymous: true,
      inputs: [{ indexed: false, name: 'data', type: 'bytes' }],
      name: 'NoTopic',
      type: 'event',
    },
    {
      anonymous: true,
      inputs: [
        { indexed: true, name: 'first', type: 'bytes32' },
        { indexed: false, name: 'data', type: 'bytes' },
      ],
      name: 'OneTopic',
      type: 'event',
    },
    {
      anonymous: true,
      inputs: [
        { indexed: true, name: 'first', type: 'bytes32' },
        { indexed: true, name: 'second', type: 'bytes32' },
        { indexed: true, name: 'third', type: 'bytes32' },
        { indexed: false, name: 'data', type: 'bytes' },
      ],
      name: 'ThreeTopics',
      type: 'event',
    },
    {
      anonymous: true,
      inputs: [
        { indexed: true, name: 'first', type: 'bytes32' },
        { indexed: true, name: 'second', type: 'bytes32' },
        { indexed: false, name: 'data', type: 'bytes' },
      ],
      name: 'TwoTopics',
      type: 'event',
    },
    {
      inputs: [
        { name: 'topic', type: 'bytes32' },
        { name: 'data', type: 'bytes' },
      ],
      name: 'logData',
      outputs: [],
      stateMutability: 'nonpayable',
      type: 'function',
    },
    {
      inputs: [
        { name: 'first', type: 'bytes32' },
        { name: 'second', type: 'bytes32' },
        { name: 'third', type: 'bytes32' },
        { name: 'fourth', type: 'bytes32' },
        { name: 'data', type: 'bytes' },
      ],
      name: 'logTopics',
      outputs: [],
      stateMutability: 'nonpayable',
      type: 'function',
    },
  ],
  /** The first 4 bytes of a call, by function. */
  selectors: { logData: '0x954df9a5', logTopics: '0x2f518586' },
  /** The storage slot of each state variable. */
  storageSlots: {},
} as const
