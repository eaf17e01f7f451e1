import { arrayOf, type Properties, ref, type Schema } from '../schema.ts'

/** The header fields of blocks and uncles in every fork. */
export const headerFields: Properties = {
  number: ref('Quantity'),
  hash: ref('Hash'),
  parentHash: ref('Hash'),
  nonce: ref('Bytes8', 'What proof of work found; zeros after the merge.'),
  sha3Uncles: ref('Hash', 'Keccak of the RLP list of uncle headers.'),
  logsBloom: ref('Bloom'),
  transactionsRoot: ref('Hash'),
  stateRoot: ref('Hash'),
  receiptsRoot: ref('Hash'),
  miner: ref('Address', 'Who receives the rewards and fees.'),
  difficulty: ref('Quantity'),
  extraData: ref('Bytes'),
  gasLimit: ref('Quantity', 'In gas.'),
  gasUsed: ref('Quantity', 'In gas.'),
  timestamp: ref('Quantity', 'In seconds since 1970.'),
  mixHash: ref('Hash', 'prevRandao after the merge (EIP-4399).'),
  size: ref('Quantity', 'In bytes.'),
}

/** What London added: the only later field that an uncle can have. */
export const londonFields: Properties = {
  baseFeePerGas: ref('Quantity', 'In wei per gas; from London on.'),
}

/** Fields of forks after the merge, of a block only. */
export const laterFields: Properties = {
  withdrawals: {
    ...arrayOf(ref('Withdrawal')),
    description: 'From Shanghai on.',
  },
  withdrawalsRoot: ref('Hash', 'From Shanghai on.'),
  blobGasUsed: ref('Quantity', 'In blob gas; from Cancun on.'),
  excessBlobGas: ref('Quantity', 'In blob gas; from Cancun on.'),
  parentBeaconBlockRoot: ref('Hash', 'From Cancun on.'),
  requestsHash: ref('Hash', 'From Prague on.'),
}

/** The fields of a fork require each other, and those of the fork before. */
export const laterDependencies: NonNullable<Schema['dependencies']> = {
  withdrawals: ['withdrawalsRoot'],
  withdrawalsRoot: ['baseFeePerGas', 'withdrawals'],
  blobGasUsed: ['withdrawalsRoot', 'excessBlobGas', 'parentBeaconBlockRoot'],
  excessBlobGas: ['blobGasUsed'],
  parentBeaconBlockRoot: ['blobGasUsed'],
  requestsHash: ['blobGasUsed'],
}
