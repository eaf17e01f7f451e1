import { WitnessError } from '../../primitives/witnessError.ts'
import { ForkError } from '../forkError.ts'
import type { ProofMode, ResolvedForkOptions } from '../forkOptions.ts'
import { type StateBlock, stateBlockOf } from '../networkState.ts'
import type { ReadBlock } from '../pin.ts'
import { type NetworkRules, readChainId, readRules } from '../readRules.ts'
import { type ChosenAccess, chooseAccess } from '../stateAccess.ts'
import type { Upstream } from '../upstream.ts'
import { recallBlock } from './recallBlock.ts'
import type { Witness } from './witness.ts'
import type { WitnessPin } from './witnessPin.ts'

/** What is known of a network before its state is read. */
export interface Network extends NetworkRules {
  readonly chainId: number
  readonly pin: ReadBlock
  readonly access: ChosenAccess
}

/**
 * A network at a block that is pinned in a witness.
 *
 * @throws {ForkError} if the node is of another network, or the options do not fit
 * @throws {WitnessError} if the witness does not have the block
 */
export async function recallNetwork(
  witness: Witness,
  kept: WitnessPin,
  upstream: Upstream,
  { proofs, spec: { forks } }: ResolvedForkOptions,
): Promise<Network> {
  const { chainId } = kept.rules
  if (witness.isWritten) await requireNetwork(upstream, chainId)
  const pin = await recallPin(witness, kept)
  const access = await recallAccess(witness, kept, upstream, stateBlockOf(pin.sealed), proofs)
  const { rules, warning } =
    forks === undefined ? kept : await readRules(upstream, { chainId, forks, block: pin.json })
  return { chainId, pin, access, rules, warning }
}

async function requireNetwork(upstream: Upstream, chainId: number): Promise<void> {
  const found = await readChainId(upstream)
  if (found === chainId) return
  throw new ForkError(`the node is of chain ${found}, the witness of chain ${chainId}`, 'rpc')
}

async function recallPin(witness: Witness, { number, hash, rules }: WitnessPin) {
  const block = await recallBlock(witness, { number, hash }, rules.chainId)
  if (block !== undefined) return block
  throw new WitnessError(`${witness.path}/blocks/${hash}.json`, 'there is no such file')
}

/** The state is read as before, so that the same blocks follow. */
async function recallAccess(
  witness: Witness,
  { number, isProven }: WitnessPin,
  upstream: Upstream,
  block: StateBlock,
  mode: ProofMode,
): Promise<ChosenAccess> {
  if (mode === (isProven ? 'off' : 'require')) {
    const kept = isProven ? 'with' : 'without'
    throw new ForkError(`${witness.path} has block ${number} ${kept} proofs`, 'proofs')
  }
  const unprovenBecause = isProven ? undefined : `${witness.path} has no proofs of it`
  const offline = { isProven, isByHash: true, unprovenBecause }
  if (!witness.isWritten) return offline
  try {
    const found = await chooseAccess(upstream, block, isProven ? 'prefer' : 'off')
    // The node may have pruned the state since. What the witness has can be read anyway.
    return isProven && !found.isProven ? offline : { ...found, unprovenBecause }
  } catch (error) {
    if (!(error instanceof ForkError)) throw error
    return offline
  }
}
