import type { Clock } from './clock.ts'
import type { BlockJson, HeaderJson, ReceiptJson, WholeBlock } from './json.ts'
import { JsonRpc, NoAnswerError } from './jsonRpc.ts'
import { CorruptDataError, requireBlock, requireHeader, requireWhole } from './verify.ts'

/** How often all replicas are asked for something before it is given up. */
const ROUNDS = 5

/** How long a replica gets to catch up before it is asked again, in milliseconds. */
const CATCH_UP_MS = 500

/** No replica has a block, or none has it in order. */
export class NoBlockError extends Error {}

/** Nodes that should say the same, and do not always. What they say is taken only if it proves itself. */
export class Replicas {
  readonly #nodes: readonly JsonRpc[]
  readonly #clock: Clock

  constructor(urls: readonly string[], clock: Clock) {
    this.#nodes = urls.map((url) => new JsonRpc(url, clock))
    this.#clock = clock
  }

  /** The heads of all replicas that have one to tell, highest first. */
  async heads(): Promise<readonly BlockJson[]> {
    const heads = await Promise.all(this.#nodes.map((node) => header(node, 'latest')))
    return heads
      .filter((head) => head !== null)
      .sort((one, other) => Number(other.number) - Number(one.number))
  }

  /**
   * The block at a height, by the word of the first replica that has one.
   *
   * @throws {NoBlockError}
   */
  async header(number: number): Promise<BlockJson> {
    for (const node of this.#nodes) {
      const block = await header(node, `0x${number.toString(16)}`)
      if (block !== null) return block
    }
    throw new NoBlockError(`block ${number}: not there yet`)
  }

  /** The newest block that cannot change any more, by the word of all replicas; null where one knows of none. */
  async finalized(): Promise<BlockJson | null> {
    const blocks = await Promise.all(this.#nodes.map((node) => header(node, 'finalized')))
    return blocks.reduce((one, other) =>
      one === null || other === null || Number(one.number) <= Number(other.number) ? one : other,
    )
  }

  /**
   * A block with its receipts and uncles, all of which fit together. It is asked for by its hash, which has every
   * replica speak of the same block.
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
          if (!isOfReplica(error)) throw error
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
    if (isOfReplica(error)) return null
    throw error
  }
}

async function wholeBlock(node: JsonRpc, hash: string): Promise<WholeBlock> {
  const block = there(await node.call<BlockJson>('eth_getBlockByHash', hash, false), 'block')
  requireBlock(block, hash)
  const receipts = there(await node.call<ReceiptJson[]>('eth_getBlockReceipts', hash), 'receipts')
  const uncles: HeaderJson[] = []
  for (const index of block.uncles.keys()) {
    const place = `0x${index.toString(16)}`
    const uncle = await node.call<HeaderJson>('eth_getUncleByBlockHashAndIndex', hash, place)
    uncles.push(there(uncle, 'uncle'))
  }
  const whole = { block, receipts, uncles }
  await requireWhole(whole)
  return whole
}

/** A node may know a block before it has its receipts. */
function there<Value>(value: Value | null, what: string): Value {
  if (value === null) throw new NoBlockError(`${what}: not there yet`)
  return value
}

function isOfReplica(error: unknown): error is Error {
  return [NoAnswerError, NoBlockError, CorruptDataError].some((type) => error instanceof type)
}
