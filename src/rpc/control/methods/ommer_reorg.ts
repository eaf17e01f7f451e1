import { type ReorgOptions, reorgOptionNames } from '../../../endpoint/moves.ts'
import { decodeArguments } from '../../params/arguments.ts'
import type { ControlMethod } from '../controlMethod.ts'
import { ifThere, members, required } from '../params/members.ts'
import { flag } from '../params/simple.ts'
import { wholeNumber } from '../params/wholeNumber.ts'
import { position } from '../position.ts'

/**
 * Moves the head to another branch.
 *
 * 1. object with `depth`, how many blocks are left; `length`, how many come in their place, one more by default; and
 *    `force`, whether finalized ones may be left, too
 *
 * Result: array of objects with `number` and `hash`, the blocks of that branch, oldest first.
 */
export const ommer_reorg: ControlMethod = async (params, { endpoint, runLong }) => {
  const [options] = decodeArguments(params, [reorgOptions])
  return (await runLong((pause) => endpoint.reorg(options, pause))).map(position)
}

function reorgOptions(value: unknown, at: number): ReorgOptions {
  const { depth, length, force } = members(value, at, reorgOptionNames)
  return {
    depth: required('depth', depth, at, wholeNumber),
    length: ifThere(length, at, wholeNumber),
    force: ifThere(force, at, flag),
  }
}
