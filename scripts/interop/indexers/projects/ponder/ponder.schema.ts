import { onchainTable } from 'ponder'

export const transfer = onchainTable('transfer', (t) => ({
  id: t.text().primaryKey(),
  blockNumber: t.bigint().notNull(),
  blockHash: t.hex().notNull(),
  transactionHash: t.hex().notNull(),
  logIndex: t.integer().notNull(),
  token: t.hex().notNull(),
  from: t.hex().notNull(),
  to: t.hex().notNull(),
  value: t.bigint().notNull(),
  toBalance: t.bigint().notNull(),
}))

export const call = onchainTable('call', (t) => ({
  id: t.text().primaryKey(),
  blockNumber: t.bigint().notNull(),
  blockHash: t.hex().notNull(),
  transactionHash: t.hex().notNull(),
  traceIndex: t.integer().notNull(),
  type: t.text().notNull(),
  from: t.hex().notNull(),
  to: t.hex(),
  value: t.bigint(),
  gas: t.bigint().notNull(),
  gasUsed: t.bigint().notNull(),
  input: t.hex().notNull(),
  output: t.hex(),
  subcalls: t.integer().notNull(),
}))

export const payment = onchainTable('payment', (t) => ({
  id: t.text().primaryKey(),
  blockNumber: t.bigint().notNull(),
  blockHash: t.hex().notNull(),
  transactionHash: t.hex().notNull(),
  from: t.hex().notNull(),
  to: t.hex().notNull(),
  value: t.bigint().notNull(),
}))
