import { type Hex, toHex } from '../primitives/hex.ts'
import { afterMisses } from '../primitives/miss.ts'
import { CallFailedError } from './callFailedError.ts'
import type { CallInput } from './calls/call.ts'
import { CallError } from './calls/callError.ts'
import type { ViewedChain } from './chain.ts'
import type { SealedBlock } from './encoding/block.ts'

/**
 * Runs a call on the state after a block, in this thread and without limits.
 *
 * @returns DATA
 * @throws {CallFailedError}
 * @throws {MissingStateError}
 */
export async function callAfter(
  { rules, states, tree }: Pick<ViewedChain, 'rules' | 'states' | 'tree'>,
  block: SealedBlock,
  input: CallInput,
): Promise<Hex> {
  const [state, codes] = await Promise.all([states.after(block), states.codes()])
  // Loaded with the first call, because it loads the EVM.
  const [{ call }, { chainEnvironment }, { revertReason }] = await Promise.all([
    import('./calls/call.ts'),
    import('./calls/chainEnvironment.ts'),
    import('./calls/revertReason.ts'),
  ])
  try {
    const parts = { rules, block, state, codes, tree }
    return toHex(await afterMisses(() => call(chainEnvironment(parts), input)))
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    const { message, data } = error
    const revert = data && { reason: revertReason(data), data: toHex(data) }
    throw new CallFailedError(message, revert)
  }
}
