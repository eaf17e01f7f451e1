import { type Preset, presetNames } from '../../../../src/chain/spec/presets.ts'
import { Random } from '../../../../src/primitives/random.ts'
import { amsterdamChains } from '../amsterdam/acrossAmsterdam.ts'
import type { NamedSpec } from '../comparedChain.ts'
import { randomSpec } from './randomSpec.ts'

/** The length of each chain. */
const BLOCKS = 256

/** How many specs are drawn at random. */
const RANDOM_SPECS = 4

/** The chains whose states are compared: every preset, those that cross Amsterdam, one loaded from files, and random specs; or only those of Amsterdam. */
export function stateChains(seed: string, isAmsterdam: boolean): NamedSpec[] {
  const ofPreset = (preset: Preset) => ({ seed, preset, blocks: BLOCKS })
  const ofAmsterdam = amsterdamChains(seed, BLOCKS)
  if (isAmsterdam) return [...ofAmsterdam]
  return [
    ...presetNames
      .filter((preset) => preset !== 'amsterdam')
      .map((preset) => ({ name: preset, spec: ofPreset(preset) })),
    ...ofAmsterdam,
    { name: 'loaded', spec: ofPreset('history'), isLoaded: true },
    ...Array.from({ length: RANDOM_SPECS }, (_, index) => {
      const name = `random-${index + 1}`
      const random = new Random(`${seed}/spec/${name}`)
      return { name, spec: randomSpec(`${seed}/${name}`, BLOCKS, random) }
    }),
  ]
}
