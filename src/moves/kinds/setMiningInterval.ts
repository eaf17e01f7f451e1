import * as v from 'valibot'
import { EndpointMoveError } from '../../endpoint/moveError.ts'
import { wanted } from '../../primitives/input.ts'
import { type MoveOf, remoteCall } from '../move.ts'
import { requireMiner } from '../requireMiner.ts'
import { booleanResult, nothing } from '../results.ts'

export interface SetMiningInterval {
  /**
   * Mines a block every so many seconds from now on.
   *
   * @param seconds undefined to mine none by itself
   * @throws {EndpointMoveError} NOT_WRITABLE without `dev`
   */
  setMiningInterval(seconds: number | undefined): Promise<void>
}

const problem = wanted('a number of seconds from 0.001 to 2000000')
const seconds = v.pipe(
  v.number(problem),
  v.minValue(0.001, problem),
  v.maxValue(2_000_000, problem),
)
const notNegative = v.pipe(v.number(), v.minValue(0))

/** The highest number that `evm_setIntervalMining` takes for seconds: Anvil has seconds there, Hardhat milliseconds. */
const SECONDS_MAX = 60
const INTERVAL_MAX = 2_000_000

/**
 * An interval as tools send it, where 0 is none.
 *
 * @throws {EndpointMoveError} INVALID_ARGUMENT with the number that was sent
 */
function requireInterval(interval: number, most: number, unit: string): void {
  if (interval === 0 || (interval >= 0.001 && interval <= most)) return
  const problem = `${interval} is not 0, or a number ${unit}`
  throw new EndpointMoveError('INVALID_ARGUMENT', problem)
}

export const setMiningInterval: MoveOf<SetMiningInterval> = {
  name: 'setMiningInterval',
  effect: 'configures',
  group: 'Mining',
  summary: 'Mines a block every so many seconds from now on; null for none.',
  parameters: [{ name: 'seconds', schema: v.optional(seconds) }],
  run(endpoint, [seconds]) {
    requireMiner(endpoint).interval = seconds
    return true
  },
  result: nothing,
  aliases: [
    {
      names: ['evm_setIntervalMining'],
      summary:
        'Mines a block at this interval from now on; 0 for none. Up to 60 it is in seconds, as in Anvil, above in milliseconds, as in Hardhat.',
      ...remoteCall([{ name: 'interval', schema: notNegative }], (interval) => {
        const units = 'of seconds from 0.001 to 60, or of milliseconds up to 2000000000'
        requireInterval(interval, 1000 * INTERVAL_MAX, units)
        return [(interval > SECONDS_MAX ? interval / 1000 : interval) || undefined]
      }),
      result: booleanResult,
    },
    {
      names: ['anvil_setIntervalMining'],
      summary: 'Mines a block every so many seconds from now on; 0 for none.',
      ...remoteCall([{ name: 'seconds', schema: notNegative }], (seconds) => {
        requireInterval(seconds, INTERVAL_MAX, 'of seconds from 0.001 to 2000000')
        return [seconds || undefined]
      }),
      result: nothing,
    },
  ],
}
