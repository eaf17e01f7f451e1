import type { Hex } from '../primitives/hex.ts'
import type { Rules } from './protocol/rules.ts'

/** The rules of a network from the pinned block on. */
export interface NetworkRules {
  /** with the chain id of the network */
  readonly rules: Rules
  /** what is not certain about them; undefined if nothing is */
  readonly warning: string | undefined
  /** whether the user has given them (`--forks`), so that they may be others than those of the network */
  readonly areGiven?: boolean | undefined
}

/** A block that was forked, with what else a witness or a journal must know to fork it again. */
export interface ForkPin extends NetworkRules {
  readonly number: number
  readonly hash: Hex
  /** whether the state is proven */
  readonly isProven: boolean
}
