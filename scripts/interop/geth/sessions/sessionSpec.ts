import { type ForkName, forkNames } from '../../../../src/chain/protocol/forks.ts'
import type { ChainSpec } from '../../../../src/chain/spec/spec.ts'
import type { Random } from '../../../../src/primitives/random.ts'

/** Draws the chain of a session. Its forks are active at genesis, in the chain, or among the blocks of the session. */
export function drawSpec(seed: string, random: Random): ChainSpec {
  const blocks = random.between(0, 10)
  const draws: readonly (() => Partial<ChainSpec>)[] = [
    () => ({ preset: random.pick(['latest', 'eras', 'pow', 'amsterdam']) }),
    () => ({ forks: { bpo2: 0, amsterdam: blocks + random.between(1, 6) } }),
    () => ({ forks: drawForks(blocks, random) }),
    () => ({ forks: drawForks(blocks, random) }),
  ]
  return {
    seed,
    blocks,
    ...random.pick(draws)(),
    accounts: 8,
    transactionsPerBlock: [0, 4],
    gasLimit: random.pick([3_000_000, 30_000_000, 60_000_000]),
  }
}

/** Most sessions are after the merge, where most kinds of transactions exist. */
function drawForks(blocks: number, random: Random): Record<string, number> {
  const first = random.pick<ForkName>([
    'homestead',
    'byzantium',
    'berlin',
    'london',
    'paris',
    'shanghai',
    'cancun',
    'cancun',
    'prague',
    'prague',
    'osaka',
    'osaka',
    'bpo1',
    'amsterdam',
  ])
  const forks: Record<string, number> = { [first]: 0 }
  let block = 0
  for (const name of forkNames.slice(forkNames.indexOf(first) + 1)) {
    if (random.chance(1, 4)) continue
    block += random.between(1, 6)
    if (block > blocks + 12) break
    forks[name] = block
  }
  return forks
}
