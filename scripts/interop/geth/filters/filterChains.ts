import { Random } from '../../../../src/primitives/random.ts'
import { acrossAmsterdam } from '../amsterdam/acrossAmsterdam.ts'
import type { NamedSpec } from '../comparedChain.ts'

/** How many specs are drawn at random. */
const RANDOM_SPECS = 4

/** The chains over which filters are compared. Their heads are after the merge: before it no client chooses geth's head. */
export function filterChains(seed: string): NamedSpec[] {
  return [
    { name: 'latest', spec: { seed, preset: 'latest', blocks: 24 } },
    { name: 'history', spec: { seed, preset: 'history', blocks: 128 } },
    { name: 'amsterdam', spec: { seed, preset: 'amsterdam', blocks: 24 } },
    // Its moves cross the fork.
    { name: 'across-amsterdam', spec: { seed, ...acrossAmsterdam('latest', 28), blocks: 24 } },
    ...Array.from({ length: RANDOM_SPECS }, (_, index) => {
      const name = `random-${index + 1}`
      const random = new Random(`${seed}/filters/${name}`)
      const transactionsPerBlock = [random.below(3), random.between(3, 20)] as const
      const spec = { seed: `${seed}/${name}`, preset: 'latest', blocks: 16 } as const
      return { name, spec: { ...spec, transactionsPerBlock } }
    }),
  ]
}
