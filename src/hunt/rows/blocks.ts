import { byBlock, type KnownTable } from './expectation.ts'

export const blocks: KnownTable = {
  name: 'blocks',
  summary: 'a row for each block, from the first; `transactions` is their number',
  columns: {
    chain_id: 'number',
    block_number: 'number',
    block_hash: 'bytes',
    parent_hash: 'bytes',
    timestamp: 'number',
    gas_used: 'number',
    transactions: 'number',
  },
  keys: ['block_number', 'block_hash'],
  rows: byBlock(({ hash, header, transactions }, chainId) => [
    {
      chain_id: chainId,
      block_number: `${header.number}`,
      block_hash: hash,
      parent_hash: header.parentHash,
      timestamp: `${header.timestamp}`,
      gas_used: `${header.gasUsed}`,
      transactions: `${transactions.length}`,
    },
  ]),
}
