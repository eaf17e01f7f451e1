import fc from 'fast-check'
import type { Call } from '../moveCalls.ts'

/** A request that reads, over one of several connections. */
export interface Read {
  readonly key: string
  readonly connection: number
  /** one call, or several in a batch */
  readonly calls: readonly Call[]
}

/** Stands for a hash that was seen before. */
interface Seen {
  readonly seen: 'block' | 'transaction'
  readonly index: number
}

const seen = (kind: Seen['seen']) => fc.nat(1000).map((index): Seen => ({ seen: kind, index }))

const block = fc.oneof(
  fc.constantFrom('latest', 'earliest', 'safe', 'finalized', 'pending', '0x99'),
  fc.integer({ min: 0, max: 12 }).map((number) => `0x${number.toString(16)}`),
)
const index = fc.constantFrom('0x0', '0x1', '0x63')

/** Some follow from the blocks of the endpoint, others do not, and some are errors. */
const call: fc.Arbitrary<Call> = fc.oneof(
  fc.constantFrom<Call>(['eth_blockNumber'], ['eth_chainId'], ['eth_gasPrice'], ['eth_none']),
  fc.tuple(fc.constant('eth_getBlockByNumber'), block, fc.boolean()),
  fc.tuple(
    fc.constantFrom(
      'eth_getBlockReceipts',
      'debug_getRawReceipts',
      'eth_getUncleCountByBlockNumber',
    ),
    fc.oneof(block, seen('block')),
  ),
  fc.tuple(fc.constant('eth_getBlockByHash'), seen('block'), fc.boolean()),
  fc.tuple(fc.constant('eth_getTransactionByBlockHashAndIndex'), seen('block'), index),
  fc.tuple(fc.constant('eth_getUncleByBlockNumberAndIndex'), block, index),
  fc.tuple(
    fc.constantFrom(
      'eth_getTransactionByHash',
      'eth_getTransactionReceipt',
      'eth_getRawTransactionByHash',
    ),
    seen('transaction'),
  ),
  fc
    .tuple(block, block)
    .map(([fromBlock, toBlock]): Call => ['eth_getLogs', { fromBlock, toBlock }]),
)

/** @param connections how many there are */
export function read(keys: readonly string[], connections: number): fc.Arbitrary<Read> {
  return fc.record({
    key: fc.constantFrom(...keys),
    connection: fc.nat(connections - 1),
    calls: fc.array(call, { minLength: 1, maxLength: 3 }),
  })
}

interface SeenBlock {
  readonly hash: string
  readonly transactions: readonly string[]
}

/** Collects the hashes of blocks and their transactions, and writes requests with them. */
export class SeenHashes {
  readonly #hashes: Record<Seen['seen'], string[]> = { block: [], transaction: [] }

  /** @param response to a request for a block without its transactions */
  add(response: string): void {
    const { result } = JSON.parse(response) as { readonly result: SeenBlock | null }
    // A fault may have replaced it.
    if (result === null) return
    this.#hashes.block.push(result.hash)
    this.#hashes.transaction.push(...result.transactions)
  }

  bodyOf({ calls }: Read): string {
    const requests = calls.map(([method, ...params], id) => ({
      jsonrpc: '2.0',
      id,
      method,
      params: params.map((param) => this.#hashOf(param) ?? param),
    }))
    return JSON.stringify(requests.length === 1 ? requests[0] : requests)
  }

  #hashOf(param: unknown): string | undefined {
    const { seen: kind, index: at } = Object(param) as Partial<Seen>
    if (kind === undefined) return undefined
    const hashes = this.#hashes[kind]
    return hashes[(at as number) % hashes.length] ?? `0x${'0'.repeat(64)}`
  }
}
