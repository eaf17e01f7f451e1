import type { Common } from '@ethereumjs/common'
import { createEvmCommon } from '../protocol/common.ts'
import { type ForkName, isAtLeast } from '../protocol/forks.ts'
import type { Rules } from '../protocol/rules.ts'

const commons = new WeakMap<Rules, Map<ForkName, Common>>()

/** The rules of a fork for @ethereumjs, created once for each chain: they do not change, and creating them is slow. */
export function commonOf(rules: Rules, fork: ForkName): Common {
  let byFork = commons.get(rules)
  if (byFork === undefined) {
    byFork = new Map()
    commons.set(rules, byFork)
  }
  let common = byFork.get(fork)
  if (common === undefined) {
    common = createEvmCommon(withFork(rules, fork), fork)
    byFork.set(fork, common)
  }
  return common
}

/** A call may run under the rules of Paris on a chain that has no merge: see `forkOf`. */
function withFork(rules: Rules, fork: ForkName): Rules {
  const { forks } = rules
  if (forks.some(({ name }) => name === fork)) return rules
  const earlier = forks.filter(({ name }) => !isAtLeast(name, fork))
  const added = { name: fork, at: earlier.at(-1)?.at ?? { block: 0 } }
  return { ...rules, forks: [...earlier, added, ...forks.slice(earlier.length)] }
}
