import type { ExpectedCall } from '../../chain/execution/chainStates.ts'
import type { JsonObject } from '../../formats/json/blockJson.ts'
import { type Hex, toHex, toQuantity } from '../../primitives/hex.ts'
import type { JoinedReads } from './joinedReads.ts'
import type { StateRequests } from './stateRequests.ts'

/** How many calls of one function are looked at in advance at a time: they mostly need the same. */
const CALLS_MAX = 2

/** How many accounts of a hint are read: more than a call that asks 200 contracts for a balance needs. */
const ACCOUNTS_MAX = 256

/** How many slots of a hint are read, of all its accounts: as many as one proof has. Without proofs each is a request. */
const SLOTS_MAX = 512

/**
 * Reads what the node says that calls access (`eth_createAccessList`). It is a hint: what it names wrongly is of no use, and
 * does no harm, and of a long one only the beginning is read, because the call waits.
 */
export class ExpectedReads {
  readonly #requests: StateRequests
  readonly #reads: JoinedReads
  /** how many calls are looked at, by contract and function */
  readonly #counts = new Map<string, number>()

  constructor(requests: StateRequests, reads: JoinedReads) {
    this.#requests = requests
    this.#reads = reads
  }

  /**
   * @param misses how often the call has missed something before
   * @returns undefined if the contract is known and the call has missed nothing before, since it may need one slot only; and
   *   while enough calls of the same function are looked at, because others mostly need the same
   */
  read(call: ExpectedCall, misses: number): Promise<void> | undefined {
    const { to, data } = call
    if (misses === 0 && to !== undefined && this.#reads.hasBegun(toHex(to))) return undefined
    const name = Buffer.concat([to ?? NOTHING, data?.subarray(0, 4) ?? NOTHING]).toString('hex')
    const count = this.#counts.get(name) ?? 0
    if (count >= CALLS_MAX) return undefined
    this.#counts.set(name, count + 1)
    return this.#readCall(call).finally(() => {
      const left = (this.#counts.get(name) as number) - 1
      if (left > 0) this.#counts.set(name, left)
      else this.#counts.delete(name)
    })
  }

  async #readCall(call: ExpectedCall): Promise<void> {
    const named = [call.from, call.to].flatMap((address) =>
      address === undefined ? [] : [{ address: toHex(address) }],
    )
    try {
      const answer = await this.#requests.get('eth_createAccessList', parameterOf(call))
      const { accessList } = Object(answer) as JsonObject
      const wanted = this.#wantedOf([...named, ...(accessList as readonly JsonObject[])])
      await Promise.all(wanted.map(([account, slots]) => this.#readAccess(account, [...slots])))
    } catch {
      // Each part is read when it is missed.
    }
  }

  /** The first accounts that a hint names, with the first slots that are not read yet. */
  #wantedOf(accesses: readonly JsonObject[]): readonly (readonly [Hex, ReadonlySet<Hex>])[] {
    const slotsOf = new Map<Hex, Set<Hex>>()
    let left = SLOTS_MAX
    for (const { address, storageKeys } of accesses) {
      const account = String(address).toLowerCase() as Hex
      const slots = slotsOf.get(account) ?? new Set()
      if (!slotsOf.has(account) && slotsOf.size >= ACCOUNTS_MAX) continue
      slotsOf.set(account, slots)
      for (const slot of Array.isArray(storageKeys) ? (storageKeys as readonly Hex[]) : []) {
        if (left === 0) break
        if (slots.has(slot) || this.#reads.hasBegun(account, slot)) continue
        slots.add(slot)
        left--
      }
    }
    return [...slotsOf]
  }

  async #readAccess(account: Hex, slots: readonly Hex[]): Promise<void> {
    const reads = this.#reads
    await Promise.all([
      reads.hasBegun(account) ? undefined : reads.readAccount(account),
      slots.length > 0 ? reads.readSlots(account, slots) : undefined,
    ])
  }
}

const NOTHING = new Uint8Array(0)

function parameterOf({ from, to, data, value }: ExpectedCall): JsonObject {
  return {
    ...(from && { from: toHex(from) }),
    ...(to && { to: toHex(to) }),
    ...(data && data.length > 0 && { input: toHex(data) }),
    ...(value && { value: toQuantity(value) }),
  }
}
