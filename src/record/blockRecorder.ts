import type { BlockJson } from '../formats/json/blockJson.ts'
import type { Hex } from '../primitives/hex.ts'
import { SerialQueue } from '../primitives/serialQueue.ts'
import { parseBlockText } from './blockText.ts'
import { chainIdOf } from './chainIdOf.ts'
import { forEachConcurrently } from './forEachConcurrently.ts'
import { LinkTable } from './linkTable.ts'
import { readBlock } from './readBlock.ts'
import { RecordError } from './recordError.ts'
import type { RecordingFolder } from './recordingFolder.ts'
import type { ResolvedRecordOptions } from './recordOptions.ts'
import { isTooLarge, SMALL_RESPONSE_BYTES } from './responseSizes.ts'
import type { RpcClient } from './rpc/rpcClient.ts'
import { verifyBlock } from './verifyBlock.ts'

export interface BlockRecorderOptions
  extends Pick<
    ResolvedRecordOptions,
    'answerBytes' | 'concurrency' | 'verify' | 'onProgress' | 'clock'
  > {
  /** aborts everything in progress, including the client's requests */
  readonly stop: AbortController
}

/** How often a block is read if it is invalid: behind a load balancer, the next replica may return a valid one. */
const READS_MAX = 2

/** How often a block is read again because it and the block before it are of different branches. */
const REREADS_MAX = 3

/** In milliseconds: time for a node to finish a reorg, or for a replica to catch up. */
const REREAD_DELAY = 500

/** Records all blocks of a plan into its folder, and verifies that they form a chain. */
export class BlockRecorder {
  readonly #client: RpcClient
  readonly #folder: RecordingFolder
  readonly #options: BlockRecorderOptions
  readonly #links: LinkTable
  readonly #from: number
  readonly #to: number
  /** as stated by the transactions of the lowest block that has any */
  #chainId: { readonly number: number; readonly id: number } | undefined
  #reused = 0
  /** settles once no large block is being read */
  readonly #largeBlocks = new SerialQueue()

  constructor(client: RpcClient, folder: RecordingFolder, options: BlockRecorderOptions) {
    const { from, to } = folder.plan
    this.#client = client
    this.#folder = folder
    this.#options = options
    this.#from = from
    this.#to = to
    this.#links = new LinkTable(from, to)
  }

  /** The number of blocks that an earlier run had recorded. */
  get reused(): number {
    return this.#reused
  }

  /** As stated by the transactions; undefined if none states it. */
  get chainId(): number | undefined {
    return this.#chainId?.id
  }

  /** The hash of a block of the range, once `run` has resolved. */
  hashOf(number: number): Hex {
    return this.#links.hash(number)
  }

  /**
   * Resolves once all blocks are recorded and each is the parent of the next.
   *
   * @throws {RecordError} if the node's blocks do not form a chain, or one is invalid
   * @throws {RpcRequestError} if a request fails
   */
  async run(): Promise<void> {
    let done = 0
    const total = this.#to - this.#from + 1
    await this.#forEach(rangeOf(this.#from, this.#to), async (number) => {
      if (!(await this.#reuse(number))) await this.read(number)
      this.#options.onProgress?.(++done, total)
    })
    await this.#repairLinks()
  }

  /** Reads both blocks of each broken link again, until none is left. */
  async #repairLinks(): Promise<void> {
    const { clock, stop } = this.#options
    const reads = new Map<number, number>()
    const mayRead = (number: number) => (reads.get(number) ?? 0) < REREADS_MAX
    for (let { broken } = this.#links; broken.length > 0; broken = this.#links.broken) {
      const unrepairable = broken.find((number) => !mayRead(number - 1) && !mayRead(number))
      if (unrepairable !== undefined) throw brokenLink(unrepairable)
      await clock.delay(REREAD_DELAY, stop.signal)
      const suspects = new Set(broken.flatMap((number) => [number - 1, number]).filter(mayRead))
      for (const number of suspects) reads.set(number, (reads.get(number) ?? 0) + 1)
      await this.#forEach(suspects, (number) => this.read(number))
    }
  }

  /** @throws {RecordError} if a block is not the parent of the next */
  requireLinked(): void {
    const [broken] = this.#links.broken
    if (broken !== undefined) throw brokenLink(broken)
  }

  #forEach(numbers: Iterable<number>, work: (number: number) => Promise<void>): Promise<void> {
    const { concurrency, stop } = this.#options
    return forEachConcurrently(
      numbers,
      concurrency,
      (number) => {
        stop.signal.throwIfAborted()
        return work(number)
      },
      () => stop.abort(),
    )
  }

  /** @returns whether an earlier run had recorded the block, and it is valid */
  async #reuse(number: number): Promise<boolean> {
    return this.#withinSize(async (bytesMax) => {
      const text = await this.#folder.read(number, bytesMax)
      if (text === undefined) return false
      try {
        const json = parseBlockText(text, bytesMax)
        await this.#verify(json, number)
        this.#addLink(json, number)
      } catch (error) {
        if (error instanceof RecordError || error instanceof SyntaxError) return false
        throw error
      }
      this.#reused++
      return true
    })
  }

  /**
   * Processes a block with a small size limit, and if it exceeds that, again with the full one, one block at a time:
   * so the memory that a node can make us use does not grow with the number of requests in progress.
   *
   * @param work gets the limit for each part of the block, in bytes
   */
  async #withinSize<T>(work: (bytesMax: number) => Promise<T>): Promise<T> {
    const { answerBytes, stop } = this.#options
    const small = Math.min(SMALL_RESPONSE_BYTES, answerBytes)
    try {
      return await work(small)
    } catch (error) {
      if (small === answerBytes || !isTooLarge(error)) throw error
    }
    return this.#largeBlocks.run(() => {
      stop.signal.throwIfAborted()
      return work(answerBytes)
    })
  }

  /**
   * Reads a block from the node and records it, replacing one that is recorded already.
   *
   * @throws {RecordError} if it is invalid every time
   */
  async read(number: number): Promise<void> {
    const { verify } = this.#options
    for (let reads = 1; ; reads++) {
      try {
        await this.#withinSize(async (bytesMax) => {
          const { text, json } = await readBlock(this.#client, number, { bytesMax, verify })
          await this.#verify(json, number)
          await this.#folder.write(number, text)
          this.#addLink(json, number)
        })
        return
      } catch (error) {
        const isInvalid = error instanceof RecordError && error.field !== undefined
        if (!isInvalid || reads === READS_MAX) throw error
      }
    }
  }

  #verify(json: BlockJson, number: number): Promise<void> {
    const { chainId } = this.#folder.plan
    return verifyBlock(json, {
      number,
      // Some providers omit it from some transactions: other transactions of the chain may state it.
      chainId: chainId ?? chainIdOf(json) ?? this.chainId,
      verify: this.#options.verify,
      signal: this.#options.stop.signal,
    })
  }

  #addLink(json: BlockJson, number: number): void {
    const { hash, parentHash } = json.block as { readonly hash: Hex; readonly parentHash: Hex }
    this.#links.set(number, hash, parentHash)
    if (this.#folder.plan.chainId !== null) return
    const id = chainIdOf(json)
    const isLowest = this.#chainId === undefined || number <= this.#chainId.number
    if (id !== undefined && isLowest) this.#chainId = { number, id }
  }
}

function brokenLink(number: number): RecordError {
  const problem = `not the hash of block ${number - 1}, even after reading both again`
  return new RecordError(`block ${number}: parentHash: ${problem}`, {
    block: number,
    field: 'parentHash',
  })
}

function* rangeOf(from: number, to: number): Generator<number> {
  for (let number = from; number <= to; number++) yield number
}
