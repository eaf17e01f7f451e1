import type { Clock } from './clock.ts'
import type { BlockJson, HeaderJson, ReceiptJson, WholeBlock } from './json.ts'
import { JsonRpc, NoAnswerError } from './jsonRpc.ts'
import { CorruptDataError, requireBlock, requireHeader, requireWhole } from './verify.ts'

/** How often all replicas are asked for a block before that fails. */
const ROUNDS = 5

/** In milliseconds: how long replicas may catch up before they are asked again. */
const CATCH_UP_MS = 500

/** No replica has a valid copy of a block. */
export class NoBlockError extends Error {}

/** Nodes that should give the same results, but do not always. Results are used only if they pass verification. */
export class Replicas {
  readonly #nodes: readonly JsonRpc[]
  readonly #clock: Clock

  constructor(urls: readonly string[], clock: Clock) {
    this.#nodes = urls.map((url) => new JsonRpc(url, clock))
    this.#clock = clock
  }

  /** The heads of all replicas that report a valid one, highest first. */
  async heads(): Promise<readonly BlockJson[]> {
    const heads = await Promise.all(this.#nodes.map((node) => header(node, 'latest')))
    return heads
      .filter((head) => head !== null)
      .sort((one, other) => Number(other.number) - Number(one.number))
  }

  /**
   * The block at a height, according to the first replica that has one.
   *
   * @throws {NoBlockError}
   */
  async header(number: number): Promise<BlockJson> {
    for (const node of this.#nodes) {
      const block = await header(node, `0x${number.toString(16)}`)
      if (block !== null) return block
    }
    throw new NoBlockError(`block ${number}: does not exist yet`)
  }

  /** The highest block that all replicas report as final; null if one of them reports none. */
  async finalized(): Promise<BlockJson | null> {
    const blocks = await Promise.all(this.#nodes.map((node) => header(node, 'finalized')))
    return blocks.reduce((one, other) =>
      one === null || other === null || Number(one.number) <= Number(other.number) ? one : other,
    )
  }

  /**
   * A block with its receipts and uncles, verified. It is requested by hash, so that all replicas return the same block.
   *
   * @throws {NoBlockError}
   */
  async block(hash: string): Promise<WholeBlock> {
    let problem = ''
    for (let round = 0; round < ROUNDS; round++) {
      for (const node of this.#nodes) {
        try {
          return await wholeBlock(node, hash)
        } catch (error) {
          if (!isReplicaError(error)) throw error
          problem = error.message
        }
      }
      await this.#clock.sleep(CATCH_UP_MS)
    }
    throw new NoBlockError(`block ${hash}: ${problem}`)
  }
}

async function header(node: JsonRpc, name: string): Promise<BlockJson | null> {
  try {
    const block = await node.call<BlockJson>('eth_getBlockByNumber', name, false)
    if (block !== null) requireHeader(block)
    return block
  } catch (error) {
    if (isReplicaError(error)) return null
    throw error
  }
}

async function wholeBlock(node: JsonRpc, hash: string): Promise<WholeBlock> {
  const block = requireFound(await node.call<BlockJson>('eth_getBlockByHash', hash, false), 'block')
  requireBlock(block, hash)
  const receipts = requireFound(
    await node.call<ReceiptJson[]>('eth_getBlockReceipts', hash),
    'receipts',
  )
  const uncles: HeaderJson[] = []
  for (const index of block.uncles.keys()) {
    const quantity = `0x${index.toString(16)}`
    const uncle = await node.call<HeaderJson>('eth_getUncleByBlockHashAndIndex', hash, quantity)
    uncles.push(requireFound(uncle, 'uncle'))
  }
  const whole = { block, receipts, uncles }
  await requireWhole(whole)
  return whole
}

/** A node may have a block before it has its receipts. */
function requireFound<Value>(value: Value | null, what: string): Value {
  if (value === null) throw new NoBlockError(`${what}: does not exist yet`)
  return value
}

function isReplicaError(error: unknown): error is Error {
  return [NoAnswerError, NoBlockError, CorruptDataError].some((type) => error instanceof type)
}
