import { onchainTable } from 'ponder'

export const transfer = onchainTable('transfer', (t) => ({
  id: t.text().primaryKey(),
  blockNumber: t.bigint().notNull(),
  blockHash: t.hex().notNull(),
  transactionHash: t.hex().notNull(),
  logIndex: t.integer().notNull(),
  token: t.hex().notNull(),
  name: t.text().notNull(),
  symbol: t.text().notNull(),
  from: t.hex().notNull(),
  to: t.hex().notNull(),
  value: t.bigint().notNull(),
  fromBalance: t.bigint().notNull(),
  toBalance: t.bigint().notNull(),
}))
