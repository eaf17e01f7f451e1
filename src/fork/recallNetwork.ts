import type { ForkPin, NetworkRules } from '../chain/forkPin.ts'
import { ForkError } from './forkError.ts'
import type { ResolvedForkOptions } from './forkOptions.ts'
import { type ReadBlock, readPin, requireBlock } from './pin.ts'
import { readRules } from './readRules.ts'
import { requireWanted } from './requireWanted.ts'
import { type ChosenAccess, chooseAccess } from './state/chooseAccess.ts'
import { stateBlockOf } from './state/stateRequests.ts'
import type { Upstream } from './upstream.ts'
import { recallBlock } from './witness/recallBlock.ts'
import type { Witness } from './witness/witness.ts'

/** What is known of a network before its state is read. */
export interface Network extends NetworkRules {
  readonly chainId: number
  readonly pin: ReadBlock
  readonly access: ChosenAccess
  /** why another block is probably wanted */
  readonly pinWarning?: string | undefined
}

/** What has kept a pinned block: a witness, or a journal. */
export interface Keeper {
  /** for messages */
  readonly name: string
  /** whether there is a journal, which can only go on with its own rules */
  readonly isOfJournal: boolean
  /** a folder that may have the block, and gets it otherwise */
  readonly witness: Witness | undefined
}

/**
 * A network at a block that was pinned before.
 *
 * @throws {ForkError} if the node is of another network, or the options do not fit
 * @throws {UpstreamError} if the node does not give the block
 * @throws {WitnessError} if the folder is damaged
 */
export async function recallNetwork(
  kept: ForkPin,
  keeper: Keeper,
  upstream: Upstream,
  options: ResolvedForkOptions,
): Promise<Network> {
  const { witness } = keeper
  const { forks } = options.spec
  const { chainId } = kept.rules
  if (witness?.isWritten !== false) requireNetwork(upstream, chainId, keeper)
  const recalled = witness && (await recallBlock(witness, kept, chainId))
  if (recalled !== undefined && witness?.isWritten) await requireBlock(upstream, kept)
  const pin = recalled ?? (await readPin(upstream, chainId, kept.hash))
  const access = await recallAccess(kept, keeper, upstream, pin, options)
  const known =
    forks === undefined ? kept : await readRules(upstream, { chainId, forks, block: pin.json })
  const { rules, warning = givenBefore(known, keeper, options), areGiven } = known
  const network = { chainId, pin, access, rules, warning, areGiven }
  requireWanted(network, options)
  if (recalled === undefined) witness?.addPin({ ...kept, ...known }, pin.whole)
  return network
}

/** What to say of rules that an earlier run was given, perhaps for another purpose. */
function givenBefore(
  { areGiven }: NetworkRules,
  { name, isOfJournal }: Keeper,
  { spec: { forks } }: ResolvedForkOptions,
): string | undefined {
  if (areGiven !== true || forks !== undefined || isOfJournal) return undefined
  return `new blocks follow the rules that ${name} has from --forks of an earlier run, not those of the network; --forks sets others`
}

function requireNetwork({ chainId: found }: Upstream, chainId: number, { name }: Keeper): void {
  if (found === chainId) return
  throw new ForkError(`the node is of chain ${found}, and ${name} of chain ${chainId}`, 'rpc')
}

/** The state is read as before, so that the same blocks follow. */
async function recallAccess(
  { number, isProven, hash }: ForkPin,
  { name, witness }: Keeper,
  upstream: Upstream,
  { sealed }: ReadBlock,
  { proofs }: ResolvedForkOptions,
): Promise<ChosenAccess> {
  if (proofs === (isProven ? 'off' : 'require')) {
    const how = isProven ? 'with' : 'without'
    throw new ForkError(`${name} has block ${number} ${how} proofs`, 'proofs')
  }
  const unprovenBecause = isProven ? undefined : `${name} has no proofs of it`
  const noProofsBecause = isProven ? undefined : `${name} has none of this block`
  const kept = { isProven, isByHash: true, unprovenBecause, noProofsBecause }
  if (witness?.isWritten === false) return kept
  // The node may have pruned the state since. What a folder has can be read anyway.
  const mayBePruned = witness?.pins.some((each) => each.hash === hash) === true
  try {
    const mode = !isProven ? 'off' : mayBePruned ? 'prefer' : 'require'
    const found = await chooseAccess(upstream, stateBlockOf(sealed), mode)
    return isProven && !found.isProven ? kept : { ...found, unprovenBecause, noProofsBecause }
  } catch (error) {
    if (!(error instanceof ForkError) || !mayBePruned) throw error
    return kept
  }
}
