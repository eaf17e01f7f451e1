import { type MineOptions, mineOptionNames } from '../../../endpoint/moves.ts'
import { decodeArguments } from '../../params/arguments.ts'
import type { ControlMethod } from '../controlMethod.ts'
import { ifThere, members } from '../params/members.ts'
import { wholeNumber } from '../params/wholeNumber.ts'
import { position } from '../position.ts'

/**
 * Mines blocks, and tells which.
 *
 * 1. how many; default 1
 * 2. object with `secondsBetween`, how many each comes after the one before, and `timestamp`, when the first comes, in
 *    seconds since 1970; may be left out
 *
 * Result: array of objects with `number` and `hash`, oldest first.
 */
export const ommer_mine: ControlMethod = async (params, { endpoint, runLong }) => {
  const [count, options] = decodeArguments(params, [], [wholeNumber, mineOptions])
  return (await runLong((pause) => endpoint.mine(count, options, pause))).map(position)
}

function mineOptions(value: unknown, at: number): MineOptions {
  const { secondsBetween, timestamp } = members(value, at, mineOptionNames)
  return {
    secondsBetween: ifThere(secondsBetween, at, wholeNumber),
    timestamp: ifThere(timestamp, at, wholeNumber),
  }
}
