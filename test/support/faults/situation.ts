import type { ChainServer } from './chainServer.ts'
import type { Witness } from './witness.ts'

/** Something that happens to a server, and that it has to survive. */
export interface Situation {
  readonly name: string
  /** how many files this side and the server's must be able to have open at once */
  readonly openFiles?: number
  /**
   * Brings it about; resolves when it is over.
   *
   * @throws {Error} where the server does otherwise than docs/service.md says
   */
  bringAbout(server: ChainServer, witness: Witness): Promise<void>
}
