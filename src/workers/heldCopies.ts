import { randomUUID } from 'node:crypto'
import type { Chain } from '../chain/chain.ts'
import { CallMemory } from '../endpoint/activity/callMemory.ts'
import { CopiedEndpoint } from '../endpoint/copies/copiedEndpoint.ts'
import { dialects } from '../endpoint/dialects/dialects.ts'
import type { CopiedAccess, CopySource } from '../server/copySource.ts'
import { CallReporter } from './callReporter.ts'
import type { CopyMessage } from './messages.ts'
import type { ToPrimary } from './toPrimary.ts'

/** After so many requests for an endpoint that were passed on, its owner is asked for a copy. */
const PASSED_MIN = 3

/** How many keys are counted at a time. */
const COUNTED_MAX = 1000

/** How many copies there may be, and how many bytes of blocks they may have. */
const COPIES_MAX = 100
const BYTES_MAX = 128 * 1024 * 1024

/** How many bytes of calls may wait to be reported. */
const WAITING_BYTES_MAX = 32 * 1024 * 1024

/** A copy of an endpoint of another worker. */
interface Held {
  readonly id: string
  readonly owner: number
  readonly endpoint: CopiedEndpoint
  readonly reporter: CallReporter
  /** by which its clients use it */
  readonly keys: readonly string[]
  /** when it was used last, in requests of all */
  lastUse: number
  /** how many calls were answered from it when its owner sent the last position */
  answeredBefore: number
}

interface Parts {
  readonly primary: Pick<ToPrimary, 'ask' | 'tell'>
  /** of this worker */
  readonly index: () => number
  /** the worker that owns the endpoint of a key */
  readonly ownerOf: (key: string) => number
  readonly chain: () => Chain
}

/** The copies of endpoints of other workers from which this one answers. */
export class HeldCopies implements CopySource {
  readonly #parts: Parts
  /** by endpoint */
  readonly #held = new Map<string, Held>()
  readonly #byKey = new Map<string, CopiedAccess & { readonly held: Held }>()
  /** by key, how many requests were passed on */
  readonly #passed = new Map<string, number>()
  /** by question, the key that it is about */
  readonly #asked = new Map<string, string>()
  /** of calls that wait to be reported */
  readonly #waiting = new CallMemory(WAITING_BYTES_MAX)
  #uses = 0

  constructor(parts: Parts) {
    this.#parts = parts
  }

  find(key: string): CopiedAccess | undefined {
    const found = this.#byKey.get(key)
    if (found === undefined || found.held.reporter.isBehind) return undefined
    found.held.lastUse = ++this.#uses
    return found
  }

  /**
   * A request for an endpoint of another worker is passed on.
   *
   * @returns resolves when that worker has counted the calls before it; undefined if it has
   */
  beforePassing(key: string): Promise<void> | undefined {
    const found = this.#byKey.get(key)
    if (found !== undefined) return found.held.reporter.flush()
    const passed = (this.#passed.get(key) ?? 0) + 1
    if (this.#passed.size >= COUNTED_MAX) this.#passed.clear()
    this.#passed.set(key, passed)
    if (passed === PASSED_MIN && this.#asked.size < COUNTED_MAX) this.#ask(key)
    return undefined
  }

  /** The owner of an endpoint says where it is. */
  take({
    id,
    endpoint: name,
    dialects: names,
    position,
  }: Extract<CopyMessage, { kind: 'position' }>): void {
    // It may answer a question that this worker has given up, or that another process has asked.
    const key = this.#asked.get(id)
    if (key === undefined) return
    let held = this.#held.get(name)
    if (held?.id !== id) {
      if (held !== undefined) this.#remove(name, held)
      this.#asked.set(id, key)
      held = this.#create(id, key, name, [...names.keys()])
    }
    held.endpoint.take(position)
    held.reporter.isHurried = false
    held.answeredBefore = held.reporter.answered
    for (const [each, dialect] of names) {
      this.#byKey.set(each, {
        key: each,
        endpoint: held.endpoint,
        dialect: dialects[dialect],
        held,
      })
    }
    this.#limit()
  }

  /** There is no endpoint for a key. */
  refuse(id: string): void {
    this.#passed.delete(this.#asked.get(id) as string)
    this.#asked.delete(id)
  }

  /**
   * The owner of an endpoint wants to change it.
   *
   * @returns whether this worker wants its next position
   */
  revoke(name: string): boolean {
    const held = this.#held.get(name)
    if (held === undefined) return false
    held.endpoint.invalidate()
    held.reporter.isHurried = true
    void held.reporter.flush()
    const isUsed = held.reporter.answered > held.answeredBefore
    if (!isUsed) this.#remove(name, held)
    return isUsed
  }

  /** Another worker has ended, and its successor will know of no copies. */
  forgetOwner(owner: number): void {
    for (const [name, held] of this.#held) if (held.owner === owner) this.#remove(name, held)
    for (const [id, key] of this.#asked) {
      if (this.#parts.ownerOf(key) === owner) this.refuse(id)
    }
  }

  #ask(key: string): void {
    const id = randomUUID()
    this.#asked.set(id, key)
    this.#parts.primary.tell({ kind: 'want', owner: this.#parts.ownerOf(key), id, key })
  }

  #create(id: string, key: string, name: string, keys: readonly string[]): Held {
    const { primary, index, ownerOf, chain } = this.#parts
    const owner = ownerOf(key)
    const reporter = new CallReporter(this.#waiting, (report) =>
      primary.ask({ kind: 'calls', owner, worker: index(), endpoint: name, ...report }),
    )
    const endpoint = new CopiedEndpoint(name, chain(), reporter)
    const held = { id, owner, endpoint, reporter, keys, lastUse: ++this.#uses, answeredBefore: 0 }
    this.#held.set(name, held)
    return held
  }

  #remove(name: string, held: Held): void {
    held.reporter.close()
    held.endpoint.close()
    this.#held.delete(name)
    for (const key of held.keys) {
      this.#byKey.delete(key)
      this.#passed.delete(key)
    }
    for (const [id, key] of this.#asked) if (held.keys.includes(key)) this.#asked.delete(id)
  }

  /** Gives up those copies that were not used for longest. */
  #limit(): void {
    const oldestFirst = [...this.#held].sort(([, one], [, other]) => one.lastUse - other.lastUse)
    let bytes = oldestFirst.reduce((sum, [, { endpoint }]) => sum + endpoint.bytes, 0)
    let count = oldestFirst.length
    for (const [name, held] of oldestFirst) {
      if (count <= COPIES_MAX && bytes <= BYTES_MAX) return
      count--
      bytes -= held.endpoint.bytes
      this.#remove(name, held)
      this.#parts.primary.tell({ kind: 'unwant', owner: held.owner, endpoint: name })
    }
  }
}
