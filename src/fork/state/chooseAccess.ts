import { fromHex, type Hex, toQuantity } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { ForkError } from '../forkError.ts'
import type { ProofMode } from '../forkOptions.ts'
import type { Upstream } from '../upstream.ts'
import { addPath } from './addPath.ts'
import type { StateAccess, StateBlock } from './stateRequests.ts'

/** How states are read, and why they are not proven. */
export interface ChosenAccess extends StateAccess {
  /** undefined if they are proven */
  readonly unprovenBecause: string | undefined
}

/** Any address will do. */
const PROBED: Hex = `0x${'00'.repeat(20)}`

/**
 * Finds out how the network gives the state after the pinned block, by one proof.
 *
 * @throws {ForkError} if it does not, or has no proofs and must have some
 */
export async function chooseAccess(
  upstream: Upstream,
  block: StateBlock,
  mode: ProofMode,
): Promise<ChosenAccess> {
  const byHash = { blockHash: block.hash }
  const byNumber = toQuantity(block.number)
  const unproven = mode === 'off' ? 'proofs are off' : await proofProblem(upstream, block, byHash)
  if (unproven === undefined) return { isProven: true, isByHash: true, unprovenBecause: undefined }
  if (mode !== 'off' && (await proofProblem(upstream, block, byNumber)) === undefined) {
    return { isProven: true, isByHash: false, unprovenBecause: undefined }
  }
  if (mode === 'require') throw new ForkError(unproven, 'proofs')
  const isByHash = (await balanceProblem(upstream, byHash)) === undefined
  const problem = isByHash ? undefined : await balanceProblem(upstream, byNumber)
  const noProofsBecause = mode === 'off' ? 'they are turned off (proofs: off)' : undefined
  if (problem === undefined)
    return { isProven: false, isByHash, unprovenBecause: unproven, noProofsBecause }
  throw new ForkError(
    `the node does not have the state after block ${block.number}: ${problem}`,
    'block',
  )
}

/**
 * @returns why the node does not prove the state
 * @throws {UpstreamError} if it only does not do so now
 */
async function proofProblem(
  upstream: Upstream,
  { stateRoot }: StateBlock,
  block: unknown,
): Promise<string | undefined> {
  const options = { instead: '--fork-proofs off reads values without proofs' }
  const proof = await upstream.decide('eth_getProof', [PROBED, [], block], options)
  if ('refusal' in proof) return proof.refusal
  const nodes: unknown = Object(proof.value).accountProof
  try {
    const list = (nodes as string[]).map(fromHex)
    addPath(stateRoot, keccak256(fromHex(PROBED)), list, new Map())
    return undefined
  } catch {
    return 'the proof of eth_getProof does not lead to the state root'
  }
}

async function balanceProblem(upstream: Upstream, block: unknown): Promise<string | undefined> {
  const balance = await upstream.decide('eth_getBalance', [PROBED, block])
  return 'refusal' in balance ? balance.refusal : undefined
}
