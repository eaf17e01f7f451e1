import type { ChainServer } from './chainServer.ts'
import type { Witness } from './witness.ts'

/** A situation that a server has to survive. */
export interface Situation {
  readonly name: string
  /** how many files this process and the server's must be able to open at once */
  readonly openFiles?: number
  /** whether it needs a server to whose endpoints clients can write */
  readonly dev?: boolean
  /**
   * Runs the situation; resolves when it is over.
   *
   * @throws {Error} if the server does not behave as docs/errors.md says
   */
  bringAbout(server: ChainServer, witness: Witness): Promise<void>
}
