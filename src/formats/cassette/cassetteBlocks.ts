import { UNCLES_MAX } from '../../chain/protocol/uncles.ts'
import { FixtureError } from '../fixtureError.ts'
import type { BlockJson, JsonObject } from '../json/blockJson.ts'
import type { BlockPlace, FixtureBlock } from '../json/fixtureBlock.ts'
import type { Member } from '../json/readMembers.ts'

/** A question and what was answered, as a cassette has it. */
export interface Entry {
  readonly key: string
  readonly method: string
  readonly params: readonly unknown[]
  readonly result: unknown
}

/** @throws {FixtureError} where a member of a cassette is no question, or stands under another key than its own */
export function readEntry({ key, value }: Member, path: string): Entry {
  const { method, params, result } = (value ?? {}) as Partial<Entry>
  if (typeof method !== 'string' || !Array.isArray(params) || result === undefined) {
    throw new FixtureError(path, key, 'it has not a method, params and a result')
  }
  if (key !== method && key !== method + JSON.stringify(params)) {
    throw new FixtureError(path, key, `it is ${method}${JSON.stringify(params)}`)
  }
  return { key, method, params, result }
}

const QUANTITY = /^0x(?:0|[1-9a-f][\da-f]*)$/

/**
 * Gathers the blocks of a cassette from those of its entries that tell all of a block: blocks with transactions as
 * objects, receipts, and uncles. The others follow from them.
 *
 * @param entries those of a block together
 * @param path of the cassette
 */
export async function* gatherEntries(
  entries: AsyncIterable<Entry>,
  path: string,
): AsyncGenerator<FixtureBlock> {
  const mainHashes = new Set<unknown>()
  let gathered: GatheredEntries | undefined
  for await (const { method, params, result } of entries) {
    const [name, second] = params
    if (result === null) continue
    const begun = placeOf(method, name, second, mainHashes)
    if (begun !== undefined) {
      if (gathered !== undefined) yield gathered
      const block = result as JsonObject
      if (begun.kind === 'main') mainHashes.add(block.hash)
      gathered = new GatheredEntries(begun, name, block, path)
    } else if (gathered !== undefined && gathered.asked === name) {
      gathered.add(method, second, result)
    }
  }
  if (gathered !== undefined) yield gathered
}

/** Where the block belongs that an entry begins; undefined where it begins none. */
function placeOf(
  method: string,
  name: unknown,
  details: unknown,
  mainHashes: ReadonlySet<unknown>,
): BlockPlace | undefined {
  if (details !== true || typeof name !== 'string') return undefined
  if (method === 'eth_getBlockByHash') return mainHashes.has(name) ? undefined : { kind: 'side' }
  if (method !== 'eth_getBlockByNumber') return undefined
  if (name === 'pending') return { kind: 'pending' }
  return QUANTITY.test(name) ? { kind: 'main', number: Number(name) } : undefined
}

class GatheredEntries implements FixtureBlock {
  readonly place: BlockPlace
  /** number, hash or tag by which it was asked for */
  readonly asked: string
  readonly problem: undefined
  readonly #block: JsonObject
  #receipts: readonly JsonObject[] | undefined
  readonly #uncles: JsonObject[] = []
  readonly #path: string

  constructor(place: BlockPlace, name: unknown, block: JsonObject, path: string) {
    this.place = place
    this.asked = String(name)
    this.#block = block
    this.#path = path
  }

  add(method: string, index: unknown, result: unknown): void {
    if (method === 'eth_getBlockReceipts') this.#receipts = result as JsonObject[]
    if (method === 'eth_getUncleByBlockNumberAndIndex') {
      if (!(Number(index) < UNCLES_MAX)) {
        const key = method + JSON.stringify([this.asked, index])
        throw new FixtureError(this.#path, key, `a block has at most two uncles`)
      }
      this.#uncles[Number(index)] = result as JsonObject
    }
  }

  get name(): string {
    return this.place.kind === 'main' ? `block ${this.place.number}` : `block ${this.asked}`
  }

  get json(): BlockJson {
    // What is missing is refused where it is wanted.
    return { block: this.#block, receipts: this.#receipts, uncles: this.#uncles } as BlockJson
  }

  fileOf(): string {
    return this.#path
  }
}
