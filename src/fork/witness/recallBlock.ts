import type { Hex } from '../../primitives/hex.ts'
import { UpstreamError } from '../../primitives/upstreamError.ts'
import { WitnessError } from '../../primitives/witnessError.ts'
import { checkBlock, type ReadBlock } from '../pin.ts'
import type { Witness } from './witness.ts'

/**
 * Reads a block from a witness, and checks it as one that a node gives.
 *
 * @returns undefined if the folder does not have it
 * @throws {WitnessError} if the file has something else
 */
export async function recallBlock(
  witness: Witness,
  { number, hash }: { readonly number: number; readonly hash: Hex },
  chainId: number,
): Promise<ReadBlock | undefined> {
  const whole = witness.block(hash)
  if (whole === undefined) return undefined
  const damaged = (cause?: unknown) => {
    const problem = cause instanceof UpstreamError ? `: ${cause.problem}` : ''
    const path = `${witness.path}/blocks/${hash}.json`
    return new WitnessError(path, `it is not block ${number}${problem}`, { cause })
  }
  const block = await checkBlock(whole, chainId, number).catch((cause: unknown) => {
    throw damaged(cause)
  })
  if (block.sealed.hash !== hash) throw damaged()
  return block
}
