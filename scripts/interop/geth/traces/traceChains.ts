import type { Preset } from '../../../../src/chain/spec/presets.ts'
import { Random } from '../../../../src/primitives/random.ts'
import type { NamedSpec } from '../comparedChain.ts'
import { mainnetPresets, randomSpec } from '../states/randomSpec.ts'

/** How many specs are drawn at random. */
const RANDOM_SPECS = 20

/** The length of the chains of presets, and of the others. */
const BLOCKS = { preset: 160, random: 64 }

/** A chain whose traces are compared. */
export interface TraceChain extends NamedSpec {
  /** how many blocks are compared, unless all are */
  readonly sampled: number
}

/** The chains whose traces are compared: Amsterdam, which needs another geth, or every other preset, one of them loaded from files, and random specs. */
export function traceChains(seed: string, isAmsterdam: boolean): TraceChain[] {
  const ofPreset = (preset: Preset) => ({ seed, preset, blocks: BLOCKS.preset })
  if (isAmsterdam) return [{ name: 'amsterdam', spec: ofPreset('amsterdam'), sampled: 16 }]
  return [
    ...mainnetPresets.map((preset) => ({ name: preset, spec: ofPreset(preset), sampled: 16 })),
    { name: 'loaded', spec: ofPreset('history'), isLoaded: true, sampled: 8 },
    ...Array.from({ length: RANDOM_SPECS }, (_, index) => {
      const name = `random-${index + 1}`
      const random = new Random(`${seed}/spec/${name}`)
      const spec = randomSpec(`${seed}/${name}`, BLOCKS.random, random)
      return { name, spec, sampled: 4 }
    }),
  ]
}
