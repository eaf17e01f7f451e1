import type { SealedBlock } from '../chain/encoding/block.ts'
import { dumpState } from '../chain/genesis/dumpState.ts'
import type { GenesisAccount } from '../chain/genesis/genesis.ts'
import type { CanonicalChain } from '../endpoint/view.ts'
import type { Pause } from '../primitives/yieldToEventLoop.ts'
import { serverError } from './errors.ts'
import { HashedNames } from './hashedNames.ts'
import type { MethodContext } from './method.ts'

/**
 * All accounts of the state after a block, by their addresses.
 *
 * @param block of the canonical chain
 * @param chain as it was when `block` was found
 * @throws {RequestError} if some are in no block that the chain has
 * @throws {MissingStateError} if the chain does not have the state
 */
export async function namedAccounts(
  context: MethodContext,
  block: SealedBlock,
  chain: CanonicalChain,
  pause: Pause,
): Promise<readonly GenesisAccount[]> {
  const { states } = context.view.chain
  const state = await states.after(block, pause)
  const hashed = new HashedNames()
  for (const [key, { storage }] of state.entries()) {
    hashed.want(key)
    for (const [slot] of storage.entries()) {
      hashed.want(slot)
      await pause()
    }
    await pause()
  }
  await hashed.find(context, block, ({ number }) => chain(number - 1), pause)
  if (hashed.unknown > 0) {
    throw serverError(
      `the addresses or slot numbers behind ${hashed.unknown} hashed keys of the state are not known: no block that the chain has names them`,
    )
  }
  return dumpState(state, await states.codes(), hashed.names, pause)
}
