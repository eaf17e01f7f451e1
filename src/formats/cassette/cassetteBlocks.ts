import { UNCLES_MAX } from '../../chain/protocol/uncles.ts'
import { FixtureError } from '../fixtureError.ts'
import type { BlockJson, JsonObject } from '../json/blockJson.ts'
import type { BlockRole, FixtureBlock } from '../json/fixtureBlock.ts'
import type { Member } from '../json/readMembers.ts'

/** A call and its result in a cassette. */
export interface RecordedCall {
  readonly key: string
  readonly method: string
  readonly params: readonly unknown[]
  readonly result: unknown
}

/** @throws {FixtureError} if a member of a cassette is not a call, or its key is not that of the call */
export function readEntry({ key, parse }: Member, path: string): RecordedCall {
  const { method, params, result } = (parse() ?? {}) as Partial<RecordedCall>
  if (typeof method !== 'string' || !Array.isArray(params) || result === undefined) {
    throw new FixtureError(path, key, 'want an object of method, params and result')
  }
  if (key !== method && key !== method + JSON.stringify(params)) {
    throw new FixtureError(path, key, `it contains the call ${method}${JSON.stringify(params)}`)
  }
  return { key, method, params, result }
}

const QUANTITY = /^0x(?:0|[1-9a-f][\da-f]*)$/

/**
 * Reads the blocks of a cassette from the entries that define them: blocks with transaction objects, receipts, and
 * uncles. All other entries follow from these.
 *
 * @param entries those of each block are adjacent
 * @param path of the cassette
 */
export async function* groupEntries(
  entries: AsyncIterable<RecordedCall>,
  path: string,
): AsyncGenerator<FixtureBlock> {
  const mainHashes = new Set<unknown>()
  let group: EntryGroup | undefined
  for await (const { method, params, result } of entries) {
    const [name, second] = params
    if (result === null) continue
    const role = roleOf(method, name, second, mainHashes)
    if (role !== undefined) {
      if (group !== undefined) yield group
      const block = result as JsonObject
      if (role.kind === 'main') mainHashes.add(block.hash)
      group = new EntryGroup(role, name, block, path)
    } else if (group !== undefined && group.requestedAs === name) {
      group.add(method, second, result)
    }
  }
  if (group !== undefined) yield group
}

/** The role of the block that an entry begins; undefined if it does not begin one. */
function roleOf(
  method: string,
  name: unknown,
  details: unknown,
  mainHashes: ReadonlySet<unknown>,
): BlockRole | undefined {
  if (details !== true || typeof name !== 'string') return undefined
  if (method === 'eth_getBlockByHash') return mainHashes.has(name) ? undefined : { kind: 'side' }
  if (method !== 'eth_getBlockByNumber') return undefined
  if (name === 'pending') return { kind: 'pending' }
  return QUANTITY.test(name) ? { kind: 'main', number: Number(name) } : undefined
}

class EntryGroup implements FixtureBlock {
  readonly role: BlockRole
  /** the number, hash or tag in its calls */
  readonly requestedAs: string
  readonly problem: undefined
  readonly #block: JsonObject
  #receipts: readonly JsonObject[] | undefined
  #accessList: readonly JsonObject[] | undefined
  readonly #uncles: JsonObject[] = []
  readonly #path: string

  constructor(role: BlockRole, name: unknown, block: JsonObject, path: string) {
    this.role = role
    this.requestedAs = String(name)
    this.#block = block
    this.#path = path
  }

  add(method: string, index: unknown, result: unknown): void {
    if (method === 'eth_getBlockReceipts') this.#receipts = result as JsonObject[]
    if (method === 'eth_getBlockAccessList') this.#accessList = result as JsonObject[]
    if (method === 'eth_getUncleByBlockNumberAndIndex') {
      if (!(Number(index) < UNCLES_MAX)) {
        const key = method + JSON.stringify([this.requestedAs, index])
        throw new FixtureError(this.#path, key, 'a block has at most two uncles')
      }
      this.#uncles[Number(index)] = result as JsonObject
    }
  }

  get name(): string {
    return this.role.kind === 'main' ? `block ${this.role.number}` : `block ${this.requestedAs}`
  }

  get json(): BlockJson {
    // The reader of the block refuses missing parts.
    return {
      block: this.#block,
      receipts: this.#receipts,
      uncles: this.#uncles,
      accessList: this.#accessList,
    } as BlockJson
  }

  fileOf(): string {
    return this.#path
  }
}
