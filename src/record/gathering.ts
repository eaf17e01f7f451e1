import type { BlockJson } from '../formats/json/blockJson.ts'
import type { Hex } from '../primitives/hex.ts'
import { isTooLarge, SMALL_BYTES } from './answerSizes.ts'
import { parseBlockText } from './blockText.ts'
import { chainIdOf } from './chainIdOf.ts'
import { inParallel } from './inParallel.ts'
import { LinkTable } from './linkTable.ts'
import { readBlock } from './readBlock.ts'
import { RecordError } from './recordError.ts'
import type { RecordingFolder } from './recordingFolder.ts'
import type { ResolvedRecordOptions } from './recordOptions.ts'
import { requireFit } from './requireFit.ts'
import type { RpcClient } from './rpc/rpcClient.ts'

export interface GatheringOptions
  extends Pick<
    ResolvedRecordOptions,
    'answerBytes' | 'concurrency' | 'verify' | 'onProgress' | 'timing'
  > {
  /** ends what is under way, of the client, too */
  readonly stop: AbortController
}

/** A replica may be bad, and the next one good. */
const READINGS_MAX = 2

/** How often a block is read again because it and its neighbour are of two branches. */
const REREADINGS_MAX = 3

/** In milliseconds: a node that is changing branches, or a replica that is behind, gets this time to come to an end. */
const MEND_WAIT = 500

/** Fills the folder of a recording with its blocks, and makes sure that they are a chain. */
export class Gathering {
  readonly #client: RpcClient
  readonly #folder: RecordingFolder
  readonly #options: GatheringOptions
  readonly #links: LinkTable
  readonly #from: number
  readonly #to: number
  /** as the transactions of the lowest block have it that has some */
  #chainId: { readonly number: number; readonly id: number } | undefined
  #reused = 0
  /** settles when nobody reads a large block any more */
  #large: Promise<unknown> = Promise.resolve()

  constructor(client: RpcClient, folder: RecordingFolder, options: GatheringOptions) {
    const { from, to } = folder.plan
    this.#client = client
    this.#folder = folder
    this.#options = options
    this.#from = from
    this.#to = to
    this.#links = new LinkTable(from, to)
  }

  /** How many blocks were there already. */
  get reused(): number {
    return this.#reused
  }

  /** As the transactions have it; undefined where none says. */
  get chainId(): number | undefined {
    return this.#chainId?.id
  }

  /** Once `run` has resolved. */
  hashOf(number: number): Hex {
    return this.#links.hash(number)
  }

  /**
   * Resolves when all blocks are there, and each is the parent of the next.
   *
   * @throws {RecordError} where that cannot be had
   * @throws {RpcRequestError} where the node does not answer
   */
  async run(): Promise<void> {
    let done = 0
    const wanted = this.#to - this.#from + 1
    await this.#each(count(this.#from, this.#to), async (number) => {
      if (!(await this.#takeUp(number))) await this.read(number)
      this.#options.onProgress?.(++done, wanted)
    })
    await this.#mend()
  }

  async #mend(): Promise<void> {
    const { timing, stop } = this.#options
    const readings = new Map<number, number>()
    const mayRead = (number: number) => (readings.get(number) ?? 0) < REREADINGS_MAX
    for (let { broken } = this.#links; broken.length > 0; broken = this.#links.broken) {
      const hopeless = broken.find((number) => !mayRead(number - 1) && !mayRead(number))
      if (hopeless !== undefined) throw brokenLink(hopeless)
      await timing.delay(MEND_WAIT, stop.signal)
      const suspects = new Set(broken.flatMap((number) => [number - 1, number]).filter(mayRead))
      for (const number of suspects) readings.set(number, (readings.get(number) ?? 0) + 1)
      await this.#each(suspects, (number) => this.read(number))
    }
  }

  /** @throws {RecordError} where a block is not the parent of the next */
  requireLinked(): void {
    const [broken] = this.#links.broken
    if (broken !== undefined) throw brokenLink(broken)
  }

  #each(numbers: Iterable<number>, work: (number: number) => Promise<void>): Promise<void> {
    const { concurrency, stop } = this.#options
    return inParallel(
      numbers,
      concurrency,
      (number) => {
        stop.signal.throwIfAborted()
        return work(number)
      },
      () => stop.abort(),
    )
  }

  /** @returns whether the block was there, and good */
  async #takeUp(number: number): Promise<boolean> {
    return this.#sized(async (bytesMax) => {
      const text = await this.#folder.read(number, bytesMax)
      if (text === undefined) return false
      try {
        const json = parseBlockText(text, bytesMax)
        await this.#requireFit(json, number)
        this.#note(json, number)
      } catch (error) {
        if (error instanceof RecordError || error instanceof SyntaxError) return false
        throw error
      }
      this.#reused++
      return true
    })
  }

  /**
   * Does something with a block that hardly ever takes much memory; if it would, once more, when no other large block is
   * read: so the memory that a node can have us take does not grow with the number of requests under way.
   *
   * @param work told what each part of the block may have, in bytes
   */
  async #sized<T>(work: (bytesMax: number) => Promise<T>): Promise<T> {
    const { answerBytes, stop } = this.#options
    const small = Math.min(SMALL_BYTES, answerBytes)
    try {
      return await work(small)
    } catch (error) {
      if (small === answerBytes || !isTooLarge(error)) throw error
    }
    const result = this.#large.then(() => {
      stop.signal.throwIfAborted()
      return work(answerBytes)
    })
    this.#large = result.catch(() => {})
    return result
  }

  /**
   * Reads a block of the node, in the place of the one that is there.
   *
   * @throws {RecordError} where it does not fit together, however often it is read
   */
  async read(number: number): Promise<void> {
    const { verify } = this.#options
    for (let readings = 1; ; readings++) {
      try {
        await this.#sized(async (bytesMax) => {
          const { text, json } = await readBlock(this.#client, number, { bytesMax, verify })
          await this.#requireFit(json, number)
          await this.#folder.write(number, text)
          this.#note(json, number)
        })
        return
      } catch (error) {
        const isUnfit = error instanceof RecordError && error.field !== undefined
        if (!isUnfit || readings === READINGS_MAX) throw error
      }
    }
  }

  #requireFit(json: BlockJson, number: number): Promise<void> {
    const { chainId } = this.#folder.plan
    return requireFit(json, {
      number,
      // Some providers leave it out of transactions that have it: others of the chain may tell.
      chainId: chainId ?? chainIdOf(json) ?? this.chainId,
      verify: this.#options.verify,
      signal: this.#options.stop.signal,
    })
  }

  #note(json: BlockJson, number: number): void {
    const { hash, parentHash } = json.block as { readonly hash: Hex; readonly parentHash: Hex }
    this.#links.set(number, hash, parentHash)
    if (this.#folder.plan.chainId !== null) return
    const id = chainIdOf(json)
    const isLowest = this.#chainId === undefined || number <= this.#chainId.number
    if (id !== undefined && isLowest) this.#chainId = { number, id }
  }
}

function brokenLink(number: number): RecordError {
  const problem = `it is not the hash of block ${number - 1}, however often both are read`
  return new RecordError(`block ${number}: parentHash: ${problem}`, {
    block: number,
    field: 'parentHash',
  })
}

function* count(from: number, to: number): Generator<number> {
  for (let number = from; number <= to; number++) yield number
}
