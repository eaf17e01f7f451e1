import type { ForkSchedule } from './forks.ts'

/** What the blocks of a chain are judged by. */
export interface Rules {
  readonly chainId: number
  /** in seconds since 1970 */
  readonly genesisTimestamp: number
  readonly forks: ForkSchedule
}
