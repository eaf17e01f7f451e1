import { setTimeout } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { post } from '../gethNode.ts'

/** How long geth may take until its filters have what it has been told, in milliseconds. */
const PATIENCE = 120_000

type Outcome = { readonly result: unknown } | { readonly error: unknown }

type Change = string | { readonly removed: boolean }

/** How often each kind of response was compared. */
export interface FilterTally {
  polls: number
  changes: number
  removed: number
  /** polls with the same changes, of which geth mixed removed and new logs */
  mixed: number
  others: number
}

/** The same filters at geth and ommer. */
export class ComparedFilters {
  readonly tally: FilterTally = { polls: 0, changes: 0, removed: 0, mixed: 0, others: 0 }
  readonly differences: string[] = []
  readonly #urls: { readonly geth: string; readonly ommer: string }
  /** the id that geth gave, by that of ommer */
  readonly #gethIds = new Map<string, string>()

  constructor(urls: { readonly geth: string; readonly ommer: string }) {
    this.#urls = urls
  }

  /** @returns ommer's id; undefined if both refuse the filter */
  async create(method: string, ...params: unknown[]): Promise<string | undefined> {
    const [geth, ommer] = await this.#askBoth(method, params, params)
    const isSame = 'result' in geth === 'result' in ommer
    if (!isSame || 'error' in geth)
      this.#compare(`${method} ${JSON.stringify(params)}`, geth, ommer)
    if (!('result' in geth && 'result' in ommer)) return undefined
    this.#gethIds.set(String(ommer.result), String(geth.result))
    return String(ommer.result)
  }

  /** Compares any method that takes the id of a filter. */
  async ask(at: string, method: string, id: string): Promise<void> {
    const [geth, ommer] = await this.#askBoth(method, [this.#gethIds.get(id) ?? id], [id])
    this.#compare(`${at}: ${method}`, geth, ommer)
  }

  /**
   * Compares a poll.
   *
   * @param expected what geth must return, if not what ommer returns
   */
  async poll(
    at: string,
    id: string,
    expected?: (of: readonly Change[]) => Change[],
  ): Promise<void> {
    const ommer = await ask(this.#urls.ommer, 'eth_getFilterChanges', [id])
    if ('error' in ommer) throw new Error(JSON.stringify(ommer.error))
    const changes = ommer.result as Change[]
    const wanted = expected?.(changes) ?? changes
    const geth = await this.#pollGeth(this.#gethIds.get(id) as string, wanted.length)
    this.tally.polls++
    this.tally.changes += wanted.length
    this.tally.removed += wanted.filter(isRemoved).length
    if (isDeepStrictEqual(geth, wanted)) return
    if (isDeepStrictEqual(inOrder(geth), inOrder(wanted))) this.tally.mixed++
    else this.#differ(`${at}: poll of ${id}`, geth, wanted)
  }

  /** Its threads hand on what has happened after it has answered the consensus client. */
  async #pollGeth(id: string, count: number): Promise<Change[]> {
    const changes: Change[] = []
    const deadline = performance.now() + PATIENCE
    for (;;) {
      const polled = await ask(this.#urls.geth, 'eth_getFilterChanges', [id])
      if ('error' in polled) throw new Error(JSON.stringify(polled.error))
      changes.push(...(polled.result as Change[]))
      if (changes.length >= count || performance.now() > deadline) return changes
      await setTimeout(2)
    }
  }

  async #askBoth(
    method: string,
    ofGeth: unknown[],
    ofOmmer: unknown[],
  ): Promise<[Outcome, Outcome]> {
    return [
      await ask(this.#urls.geth, method, ofGeth),
      await ask(this.#urls.ommer, method, ofOmmer),
    ]
  }

  #compare(at: string, geth: Outcome, ommer: Outcome): void {
    this.tally.others++
    if (!isDeepStrictEqual(geth, ommer)) this.#differ(at, geth, ommer)
  }

  #differ(at: string, geth: unknown, ommer: unknown): void {
    const [one, other] = [geth, ommer].map((each) => JSON.stringify(each).slice(0, 500))
    this.differences.push(`${at}: geth ${one}, ommer ${other}`)
  }
}

async function ask(url: string, method: string, params: unknown[]): Promise<Outcome> {
  const { result, error } = JSON.parse(await post(url, { method, params }))
  return error === undefined ? { result } : { error }
}

function isRemoved(change: Change): boolean {
  return typeof change === 'object' && change.removed
}

/** Removed logs first, each kind in its own order: geth reads both from channels, at random if both have some. */
function inOrder(changes: readonly Change[]): Change[] {
  return [...changes.filter(isRemoved), ...changes.filter((change) => !isRemoved(change))]
}
