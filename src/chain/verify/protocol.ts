import { type ForkName, type ForkSchedule, forkNames } from '../protocol/forks.ts'
import type { Rules } from '../protocol/rules.ts'

/** The forks that are active at a block. */
export class ActiveForks {
  readonly latest: ForkName
  readonly #rank: number

  constructor(latest: ForkName) {
    this.latest = latest
    this.#rank = forkNames.indexOf(latest)
  }

  /** Whether a fork, which may be an earlier one, is active. */
  includes(fork: ForkName): boolean {
    return forkNames.indexOf(fork) <= this.#rank
  }
}

/** The forks and the chain id of a chain. */
export class Protocol {
  readonly chainId: bigint
  readonly #schedule: ForkSchedule
  readonly #active = new Map<ForkName, ActiveForks>()

  constructor({ chainId, forks }: Pick<Rules, 'chainId' | 'forks'>) {
    this.chainId = BigInt(chainId)
    this.#schedule = forks
  }

  /** Forks up to the merge activate by block number, later ones at a time in seconds since 1970. */
  forksAt(number: bigint, timestamp: bigint): ActiveForks {
    let latest: ForkName = 'chainstart'
    for (const { name, at } of this.#schedule) {
      const isReached = 'block' in at ? number >= at.block : timestamp >= at.timestamp
      if (isReached && forkNames.indexOf(name) > forkNames.indexOf(latest)) latest = name
    }
    let active = this.#active.get(latest)
    if (active === undefined) {
      active = new ActiveForks(latest)
      this.#active.set(latest, active)
    }
    return active
  }
}
