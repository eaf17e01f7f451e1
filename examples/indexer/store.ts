import sqlite, { type Database } from 'node-sqlite3-wasm'
import type { WholeBlock } from './json.ts'

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS blocks (
    number INTEGER PRIMARY KEY, hash TEXT NOT NULL, parent_hash TEXT NOT NULL, timestamp INTEGER NOT NULL,
    logs_bloom TEXT NOT NULL, is_final INTEGER NOT NULL DEFAULT 0
  );
  CREATE TABLE IF NOT EXISTS receipts (
    block INTEGER NOT NULL, position INTEGER NOT NULL, transaction_hash TEXT NOT NULL, status TEXT,
    gas_used INTEGER NOT NULL, logs TEXT NOT NULL, PRIMARY KEY (block, position)
  );
  CREATE TABLE IF NOT EXISTS uncles (
    block INTEGER NOT NULL, position INTEGER NOT NULL, hash TEXT NOT NULL, number INTEGER NOT NULL,
    PRIMARY KEY (block, position)
  );
`

export interface StoredBlock {
  readonly number: number
  readonly hash: string
}

/** The index, in SQLite: one row for each block, receipt and uncle of one chain. */
export class Store {
  readonly #database: Database

  /** @param file of an existing or new database; default in memory */
  constructor(file?: string) {
    this.#database = new sqlite.Database(file)
    this.#database.exec(SCHEMA)
  }

  get head(): StoredBlock | undefined {
    const [row] = this.rows('SELECT number, hash FROM blocks ORDER BY number DESC LIMIT 1')
    return row as StoredBlock | undefined
  }

  /** Number of the highest final block; -1 if there is none. */
  get finalNumber(): number {
    const [row] = this.rows('SELECT max(number) AS number FROM blocks WHERE is_final = 1')
    return Number(row?.number ?? -1)
  }

  hashOf(number: number): string | undefined {
    const [row] = this.rows('SELECT hash FROM blocks WHERE number = ?', [number])
    return row?.hash as string | undefined
  }

  /** Replaces all blocks above a number, in one transaction. */
  replaceAbove(number: number, blocks: readonly WholeBlock[]): void {
    this.#database.exec('BEGIN')
    try {
      this.#database.run('DELETE FROM blocks WHERE number > ?', [number])
      this.#database.run('DELETE FROM receipts WHERE block > ?', [number])
      this.#database.run('DELETE FROM uncles WHERE block > ?', [number])
      for (const block of blocks) this.#insert(block)
      this.#database.exec('COMMIT')
    } catch (error) {
      this.#database.exec('ROLLBACK')
      throw error
    }
  }

  markFinal(number: number): void {
    this.#database.run('UPDATE blocks SET is_final = 1 WHERE number <= ?', [number])
  }

  rows(sql: string, values: (number | string)[] = []): Record<string, unknown>[] {
    return this.#database.all(sql, values) as Record<string, unknown>[]
  }

  close(): void {
    this.#database.close()
  }

  #insert({ block, receipts, uncles }: WholeBlock): void {
    const number = Number(block.number)
    this.#database.run(
      'INSERT INTO blocks (number, hash, parent_hash, timestamp, logs_bloom) VALUES (?, ?, ?, ?, ?)',
      [number, block.hash, block.parentHash, Number(block.timestamp), block.logsBloom],
    )
    for (const [position, receipt] of receipts.entries()) {
      const { transactionHash, status = null, gasUsed, logs } = receipt
      this.#database.run('INSERT INTO receipts VALUES (?, ?, ?, ?, ?, ?)', [
        number,
        position,
        transactionHash,
        status,
        Number(gasUsed),
        JSON.stringify(logs.map(({ address, topics, data }) => ({ address, topics, data }))),
      ])
    }
    for (const [position, uncle] of uncles.entries()) {
      this.#database.run('INSERT INTO uncles VALUES (?, ?, ?, ?)', [
        number,
        position,
        uncle.hash,
        Number(uncle.number),
      ])
    }
  }
}
