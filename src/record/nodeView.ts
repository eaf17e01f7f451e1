import type { Hex } from '../primitives/hex.ts'
import { SMALL_BYTES } from './answerSizes.ts'
import { readQuantity } from './quantity.ts'
import { RecordError } from './recordError.ts'
import type { RpcClient } from './rpc/rpcClient.ts'
import { RpcRequestError } from './rpc/rpcRequestError.ts'

/** What a node tells of its chain before any of it is recorded. */
export interface NodeView {
  /** undefined where the node does not tell */
  readonly chainId: number | undefined
  /** undefined where the node does not tell, as one that has cut off what is old */
  readonly genesisHash: Hex | undefined
  /** number of the last block */
  readonly head: number
  /** number of the block; undefined where the node has none */
  readonly safe: number | undefined
  /** number of the block; undefined where the node has none */
  readonly finalized: number | undefined
}

/**
 * Asks what chain a node has, and where its tags stand.
 *
 * @throws {RpcRequestError} where it does not answer
 * @throws {RecordError} where it has no block at all
 */
export async function viewNode(client: RpcClient): Promise<NodeView> {
  // Alone: where nobody is there, one question is enough to find out.
  const { value: latest } = await client.call('eth_getBlockByNumber', ['latest', false], {
    bytesMax: SMALL_BYTES,
  })
  const head = numberOf(latest)
  if (head === undefined) throw new RecordError('the node has no latest block', { option: 'rpc' })
  const [chainId, genesis, safe, finalized] = await Promise.all([
    ifTold(client, 'eth_chainId', []),
    ifTold(client, 'eth_getBlockByNumber', ['0x0', false]),
    ifTold(client, 'eth_getBlockByNumber', ['safe', false]),
    ifTold(client, 'eth_getBlockByNumber', ['finalized', false]),
  ])
  return {
    chainId: readQuantity(chainId),
    genesisHash: hashOf(genesis),
    head,
    safe: numberOf(safe),
    finalized: numberOf(finalized),
  }
}

/** Nodes refuse what they do not have in many ways, all of which say the same. */
async function ifTold(
  client: RpcClient,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  try {
    return (await client.call(method, params, { bytesMax: SMALL_BYTES })).value
  } catch (error) {
    if (error instanceof RpcRequestError && error.rpcCode !== undefined) return undefined
    throw error
  }
}

function numberOf(block: unknown): number | undefined {
  return readQuantity(Object(block).number)
}

function hashOf(block: unknown): Hex | undefined {
  const { hash } = Object(block) as { readonly hash?: unknown }
  return typeof hash === 'string' && /^0x[\da-f]{64}$/i.test(hash)
    ? (hash.toLowerCase() as Hex)
    : undefined
}
