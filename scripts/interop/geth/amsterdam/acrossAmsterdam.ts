import { mainnetForkNames } from '../../../../src/chain/protocol/forks.ts'
import { presets } from '../../../../src/chain/spec/presets.ts'
import type { ChainSpec } from '../../../../src/chain/spec/spec.ts'
import { Random } from '../../../../src/primitives/random.ts'
import type { NamedSpec } from '../comparedChain.ts'

/** The presets that end before Amsterdam. */
export type EarlierPreset = 'latest' | 'history' | 'eras' | 'pow'

/** A chain with the forks of a preset that crosses Amsterdam at a block; one of proof of work has its merge halfway. */
export function acrossAmsterdam(preset: EarlierPreset, position: number): ChainSpec {
  const merge = preset === 'pow' ? { paris: position >> 1 } : {}
  const forks = { ...presets[preset].forks, ...merge, amsterdam: position }
  return { preset, forks, gasLimit: 60_000_000 }
}

/** The last fork of the preset `eras` is at this block. */
const ERAS_END = 6 * (mainnetForkNames.length - 1)

/** Chains that are of Amsterdam from genesis on, or cross it at blocks that the seed decides. */
export function amsterdamChains(seed: string, blocks: number): readonly NamedSpec[] {
  const random = new Random(`${seed}/amsterdam/positions`)
  const across = (preset: EarlierPreset, first: number) => ({
    ...acrossAmsterdam(preset, random.between(first, blocks - 1)),
    seed,
    blocks,
  })
  return [
    { name: 'amsterdam', spec: { seed, preset: 'amsterdam', blocks } },
    { name: 'across-amsterdam', spec: across('latest', 1) },
    { name: 'eras-to-amsterdam', spec: across('eras', ERAS_END + 1) },
  ]
}
