import { Random } from '../../primitives/random.ts'
import { deriveSigners, type Signer } from '../accounts.ts'
import type { ResolvedSpec } from '../spec/spec.ts'
import { drawAmount, drawGraffiti } from './readable.ts'

interface Miner {
  /** 20 bytes */
  readonly address: Uint8Array
  /** extra data of its blocks: at most 32 bytes of UTF-8 */
  readonly graffiti: Uint8Array
}

/** The accounts, miners and amounts that recur on a chain, drawn from its seed. */
export interface Participants {
  /** the funded accounts */
  readonly signers: readonly Signer[]
  readonly miners: readonly Miner[]
  /** amounts to send, in thousandths of a unit */
  readonly amounts: readonly number[]
}

const MINERS = 5
const AMOUNTS = 128

export function createParticipants({ seedKey, accounts }: ResolvedSpec): Participants {
  return {
    signers: deriveSigners(seedKey, accounts),
    miners: Array.from({ length: MINERS }, (_, index) => {
      const random = new Random(`${seedKey}/miner/${index}`)
      return { address: random.bytes(20), graffiti: drawGraffiti(random) }
    }),
    amounts: Array.from({ length: AMOUNTS }, (_, index) =>
      drawAmount(new Random(`${seedKey}/amount/${index}`)),
    ),
  }
}
