import type { Random } from '../../primitives/random.ts'
import type { Signer } from '../accounts.ts'
import type { ForkName } from '../forks.ts'
import type { TransactionFields } from '../signTransaction.ts'

/** What a kind of traffic may look at when it makes a transaction. */
interface TrafficContext {
  /** draws of this kind at this place of this block, shared with nobody */
  readonly random: Random
  readonly signers: readonly Signer[]
  /** addresses of the ERC-20 contracts deployed in earlier blocks, newest last */
  readonly tokens: readonly Uint8Array[]
  /** a readable amount, in thousandths of a unit */
  readonly amount: number
}

/** A transaction that wants to be in the block. */
export interface Draft extends Wish {
  /** name of the kind it is of */
  readonly kind: string
}

/** Who sends what: all that a kind decides. */
interface Wish {
  readonly sender: Signer
  readonly fields: TransactionFields
}

/** One kind of transaction that users of a chain send. */
export interface TrafficKind {
  readonly name: string
  /** How often it comes, relative to the others: a whole number. */
  readonly weight: number
  /** the first fork that knows what it needs */
  readonly since: ForkName
  /** Whether it calls a token, and so must wait until there is one. */
  readonly needsToken: boolean
  draft(context: TrafficContext): Wish
}
