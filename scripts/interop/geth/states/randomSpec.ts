import { deployers } from '../../../../src/chain/generate/traffic/requireFeasibleTraffic.ts'
import { type ForkName, forkNames } from '../../../../src/chain/protocol/forks.ts'
import { presetNames } from '../../../../src/chain/spec/presets.ts'
import type { ChainSpec } from '../../../../src/chain/spec/spec.ts'
import { kindNames } from '../../../../src/chain/spec/trafficKindNames.ts'
import type { Random } from '../../../../src/primitives/random.ts'

/** A spec that geth accepts, drawn at random. */
export function randomSpec(seed: string, blocks: number, random: Random): ChainSpec {
  const schedule = random.chance(1, 3)
    ? { preset: random.pick(presetNames) }
    : { forks: randomForks(blocks, random) }
  return {
    seed,
    blocks,
    ...schedule,
    ...random.pick<Partial<ChainSpec>>([
      {},
      { transactionsPerBlock: [0, 3] },
      { transactionsPerBlock: [1, 8] },
      { transactionsPerBlock: [8, 16] },
    ]),
    ...(random.chance(1, 2) && { uncleRate: [random.between(0, 4), 4] }),
    ...(random.chance(1, 2) && { blockSeconds: [1, random.between(1, 26)] }),
    ...(random.chance(1, 2) && { traffic: randomTraffic(random) }),
    gasLimit: random.pick([2_000_000, 6_000_000, 30_000_000, 60_000_000]),
    accounts: random.between(2, 20),
    chainId: random.pick([1337, 31_337, 2 ** 48]),
    finality: random.pick([
      { safe: 2, finalized: 6 },
      { safe: 32, finalized: 64 },
    ]),
  }
}

/** Forks in their order, some omitted, up to any of them. */
function randomForks(blocks: number, random: Random): ChainSpec['forks'] & object {
  const last = random.between(2, forkNames.length - 1)
  const longest = Math.max(1, Math.floor((2 * blocks) / last))
  let block = 0
  const choices: [ForkName, number][] = []
  for (const name of forkNames.slice(1, last + 1)) {
    block += random.pick([0, random.between(0, longest)])
    if (random.chance(3, 4)) choices.push([name, block])
  }
  return Object.fromEntries(choices.length > 0 ? choices : [['london', 0]])
}

/** Kinds that deploy contracts have a weight, because others may call these. */
const deploying: ReadonlySet<string> = new Set(Object.values(deployers).flat())

function randomTraffic(random: Random): ChainSpec['traffic'] & object {
  const drawn = kindNames.filter(() => random.chance(1, 3))
  return Object.fromEntries(
    drawn.map((name) => [name, random.between(deploying.has(name) ? 1 : 0, 60)]),
  )
}
