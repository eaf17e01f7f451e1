import type { CallResult, RpcCall } from '../connection/rpcConnection.ts'
import { quantityOf, toQuantity } from '../decode/units.ts'
import { rememberTransactions } from '../store/seenTransactions.ts'
import type { Session } from '../store/session.ts'
import { forkOf } from './forkOf.ts'
import type { RpcBlock, RpcReceipt } from './rpcTypes.ts'

/** What a block is to the chain of the head. */
export type BlockState = 'canonical' | 'uncle' | 'removed' | 'pending'

/** A block with what belongs to it. */
export interface LoadedBlock {
  readonly block: RpcBlock
  readonly state: BlockState
  /** undefined if they cannot be known */
  readonly receipts: readonly RpcReceipt[] | undefined
  /** in the order in which the block includes them; null where the endpoint does not have one */
  readonly uncles: readonly (RpcBlock | null)[]
  /** of the canonical chain, at the same height; null if it is shorter */
  readonly canonical: RpcBlock | null
  /** the block of the canonical chain that includes this one as an uncle */
  readonly includedBy: RpcBlock | undefined
  readonly fork: string
  /** the request for the block, to be copied */
  readonly call: RpcCall
}

/** How far above an uncle the block is that includes it, at most. */
const UNCLE_DEPTH_MAX = 7

/**
 * Loads a block.
 *
 * @param name a number, a hash, or a tag
 * @returns undefined if the endpoint has no such block
 */
export async function loadBlock(session: Session, name: string): Promise<LoadedBlock | undefined> {
  const isHash = name.length === 66
  const parameter = /^\d+$/.test(name) ? toQuantity(Number(name)) : name
  const method = isHash ? 'eth_getBlockByHash' : 'eth_getBlockByNumber'
  const call = { method, params: [parameter, true] }
  const isCore = session.permissions.peek()?.methods === 'core'
  const isPending = name === 'pending'
  const [found, receipts] = await session.connection.batch([
    call,
    ...(isPending ? [] : [{ method: 'eth_getBlockReceipts', params: [parameter] }]),
  ])
  if (found?.error !== undefined) throw found.error
  const block = found?.result as RpcBlock | null
  if (block === null) return undefined
  rememberTransactions(session, block.transactions)
  const known = receipts?.result as readonly RpcReceipt[] | undefined
  const number = quantityOf(block.number) ?? (session.head.peek()?.number ?? 0) + 1
  const forks = session.permissions.peek()?.forks ?? []
  const fork = forkOf(block, Number(number), known ?? undefined, forks)
  const relatives = isPending ? PENDING : await loadRelatives(session, block, isCore)
  return { block, receipts: known ?? undefined, fork, call, ...relatives }
}

type Relatives = Pick<LoadedBlock, 'state' | 'uncles' | 'canonical' | 'includedBy'>

const PENDING: Relatives = { state: 'pending', uncles: [], canonical: null, includedBy: undefined }

async function loadRelatives(
  { connection }: Session,
  block: RpcBlock,
  isCore: boolean,
): Promise<Relatives> {
  const number = Number(quantityOf(block.number) ?? 0n)
  const above = Array.from({ length: UNCLE_DEPTH_MAX }, (_, index) => number + 1 + index)
  const byNumber = [number, ...above].map((each) => ({
    method: 'eth_getBlockByNumber',
    params: [toQuantity(each), false],
  }))
  const uncleCalls: RpcCall[] = block.uncles.map((_, index) =>
    isCore
      ? {
          method: 'eth_getUncleByBlockNumberAndIndex',
          params: [block.number, toQuantity(index)],
        }
      : { method: 'eth_getUncleByBlockHashAndIndex', params: [block.hash, toQuantity(index)] },
  )
  const outcomes = await connection.batch([...byNumber, ...uncleCalls])
  const [canonical, ...later] = outcomes.slice(0, byNumber.length).map(blockOf)
  const uncles = outcomes.slice(byNumber.length).map(blockOf)
  const isCanonical = canonical?.hash === block.hash
  const includedBy = later.find((each) => each?.uncles.includes(block.hash ?? ''))
  const state = isCanonical ? 'canonical' : includedBy === undefined ? 'removed' : 'uncle'
  return { state, uncles, canonical: canonical ?? null, includedBy: includedBy ?? undefined }
}

function blockOf({ result }: CallResult): RpcBlock | null {
  return (result ?? null) as RpcBlock | null
}

/** What the miners of a block and its uncles got. */
export interface Rewards {
  /** in wei */
  readonly block: bigint
  /** in the order of the uncles, in wei */
  readonly uncles: readonly bigint[]
}

interface RewardTrace {
  readonly type: string
  readonly action: { readonly rewardType?: string; readonly value: string }
}

/** Several parts of a view ask for the rewards of the same block. */
const rewards = new WeakMap<RpcBlock, Promise<Rewards>>()

/** Loads the rewards of a canonical block before the merge. */
export function loadRewards(session: Session, block: RpcBlock): Promise<Rewards> {
  const known = rewards.get(block) ?? askRewards(session, block)
  rewards.set(block, known)
  return known
}

async function askRewards({ connection }: Session, { number }: RpcBlock): Promise<Rewards> {
  const traces = await connection.request<readonly RewardTrace[] | null>('trace_block', [number])
  const given = (traces ?? []).filter(({ type }) => type === 'reward')
  const of = (kind: string) =>
    given
      .filter(({ action }) => action.rewardType === kind)
      .map(({ action }) => BigInt(action.value))
  return { block: of('block')[0] ?? 0n, uncles: of('uncle') }
}
