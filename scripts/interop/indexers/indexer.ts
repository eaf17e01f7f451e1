import type { Chain, Server } from '../../../src/index.ts'
import type { DataSet } from './rows.ts'
import type { StockTraces } from './stock/stockTraces.ts'

/** What every indexer runs against. */
export interface Subject {
  readonly chain: Chain
  readonly server: Server
  /** where the indexer sends its requests */
  readonly url: string
  /** what the transactions did, according to stock @ethereumjs */
  readonly stock: StockTraces
}

/**
 * Installs an indexer, lets it read, and compares its rows with the chain.
 *
 * @throws {NotInstalledError}
 */
export type Indexer = (subject: Subject) => Promise<readonly DataSet[]>
