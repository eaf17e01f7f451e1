import { decodeArguments } from '../../params/arguments.ts'
import type { ControlMethod } from '../controlMethod.ts'
import { ifThere, members } from '../params/members.ts'
import { wholeNumber } from '../params/wholeNumber.ts'

/**
 * Mines blocks, as in Ganache, Hardhat and Anvil.
 *
 * 1. a timestamp of the first of them, in seconds since 1970; or an object with `timestamp` and `blocks`, how many (1);
 *    may be left out. A timestamp of 0 is as if it were left out, as in Hardhat
 *
 * Result: `"0x0"`, as all of them answer.
 */
export const evm_mine: ControlMethod = async (params, { endpoint, runLong }) => {
  const [options] = decodeArguments(params, [], [mineOptions])
  const { timestamp, blocks = 1 } = options ?? {}
  await runLong((pause) => endpoint.mine(blocks, { timestamp: timestamp || undefined }, pause))
  return '0x0'
}

interface MineOptions {
  readonly timestamp?: number | undefined
  readonly blocks?: number | undefined
}

function mineOptions(value: unknown, position: number): MineOptions {
  if (typeof value !== 'object') return { timestamp: wholeNumber(value, position) }
  const { timestamp, blocks } = members(value, position, ['timestamp', 'blocks'])
  return {
    timestamp: ifThere(timestamp, position, wholeNumber),
    blocks: ifThere(blocks, position, wholeNumber),
  }
}
