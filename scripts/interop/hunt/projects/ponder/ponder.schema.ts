import { onchainTable } from 'ponder'

export const transfer = onchainTable('transfer', (t) => ({
  id: t.text().primaryKey(),
  chain: t.integer().notNull(),
  block: t.integer().notNull(),
  blockHash: t.hex().notNull(),
  logIndex: t.integer().notNull(),
  transaction: t.hex().notNull(),
  token: t.hex().notNull(),
  from: t.hex().notNull(),
  to: t.hex().notNull(),
  value: t.bigint().notNull(),
  /** how often the log was indexed */
  times: t.integer().notNull(),
}))

/** Added up, so that a transfer that is lost or there twice stays wrong. */
export const balance = onchainTable('balance', (t) => ({
  id: t.text().primaryKey(),
  chain: t.integer().notNull(),
  token: t.hex().notNull(),
  account: t.hex().notNull(),
  value: t.bigint().notNull(),
}))
