export const hash = `0x${'12'.repeat(32)}`
export const zero = `0x${'00'.repeat(32)}`

/** A block as the server returns it, without transactions. */
export const rpcBlock = {
  number: '0x1',
  hash,
  parentHash: zero,
  timestamp: '0x6ac0d480',
  miner: `0x${'ab'.repeat(20)}`,
  extraData: '0x',
  gasLimit: '0x3938700',
  gasUsed: '0x0',
  difficulty: '0x0',
  size: '0x10',
  nonce: '0x0000000000000000',
  stateRoot: zero,
  transactionsRoot: zero,
  receiptsRoot: zero,
  sha3Uncles: zero,
  logsBloom: '0x',
  uncles: [],
  transactions: [],
}
