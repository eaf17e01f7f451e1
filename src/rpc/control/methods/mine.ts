import { decodeArguments } from '../../params/arguments.ts'
import type { ControlContext, ControlMethod } from '../controlMethod.ts'
import { wholeNumber } from '../params/wholeNumber.ts'

/**
 * Mines blocks.
 *
 * 1. how many; default 1
 * 2. how many seconds each comes after the one before; 0, which viem sends where it was told nothing, and by default as
 *    the chain has them come
 *
 * Result: null.
 */
export const anvil_mine: ControlMethod = async (params, context) => {
  await mine(params, context)
}

/** The same. Result: true, as Hardhat answers. */
export const hardhat_mine: ControlMethod = async (params, context) => {
  await mine(params, context)
  return true
}

async function mine(
  params: readonly unknown[],
  { endpoint, runLong }: ControlContext,
): Promise<void> {
  const [blocks = 1, interval = 0] = decodeArguments(params, [], [wholeNumber, wholeNumber])
  const secondsBetween = interval === 0 ? undefined : interval
  await runLong((pause) => endpoint.mine(blocks, { secondsBetween }, pause))
}
