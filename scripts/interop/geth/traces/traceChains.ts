import { type Preset, presetNames } from '../../../../src/chain/spec/presets.ts'
import { Random } from '../../../../src/primitives/random.ts'
import { amsterdamChains } from '../amsterdam/acrossAmsterdam.ts'
import type { NamedSpec } from '../comparedChain.ts'
import { randomSpec } from '../states/randomSpec.ts'

/** How many specs are drawn at random. */
const RANDOM_SPECS = 20

/** The length of the chains of presets, and of the others. */
const BLOCKS = { preset: 160, random: 64 }

/** A chain whose traces are compared. */
export interface TraceChain extends NamedSpec {
  /** how many blocks are compared, unless all are */
  readonly sampled: number
}

/** The chains whose traces are compared: every preset, those that cross Amsterdam, one loaded from files, and random specs; or only those of Amsterdam. */
export function traceChains(seed: string, isAmsterdam: boolean): TraceChain[] {
  const ofPreset = (preset: Preset) => ({ seed, preset, blocks: BLOCKS.preset })
  const ofAmsterdam = amsterdamChains(seed, BLOCKS.preset).map((chain) => ({
    ...chain,
    sampled: 16,
  }))
  if (isAmsterdam) return ofAmsterdam
  return [
    ...ofAmsterdam,
    ...presetNames
      .filter((preset) => preset !== 'amsterdam')
      .map((preset) => ({ name: preset, spec: ofPreset(preset), sampled: 16 })),
    { name: 'loaded', spec: ofPreset('history'), isLoaded: true, sampled: 8 },
    ...Array.from({ length: RANDOM_SPECS }, (_, index) => {
      const name = `random-${index + 1}`
      const random = new Random(`${seed}/spec/${name}`)
      const spec = randomSpec(`${seed}/${name}`, BLOCKS.random, random)
      return { name, spec, sampled: 4 }
    }),
  ]
}
