import { loadLimits } from '../formats/loadLimits.ts'
import { described } from '../primitives/input.ts'
import type { FieldOption } from './fieldOption.ts'
import { limitsOption } from './limitsOption.ts'

const limits = described(loadLimits, 'Limit the size of loaded files; may be given several times.')

/** `serve` also has options called `limits`. */
const PATH = 'loadLimits'

/** `--load-limit`, for the commands that have `--load`. */
export function loadLimitOption(): FieldOption {
  return limitsOption('load-limit', PATH, limits, { expandedBytes: 1e9 })
}
