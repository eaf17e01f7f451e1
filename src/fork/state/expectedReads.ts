import type { ExpectedCall } from '../../chain/execution/chainStates.ts'
import type { JsonObject } from '../../formats/json/blockJson.ts'
import { type Hex, toHex, toQuantity } from '../../primitives/hex.ts'
import type { JoinedReads } from './joinedReads.ts'
import type { StateRequests } from './stateRequests.ts'

/** How many calls of one function are looked at in advance at a time: they mostly need the same. */
const CALLS_MAX = 2

/** How many accounts a hint may name. */
const ACCOUNTS_MAX = 256

/**
 * Reads what the node says that calls access (`eth_createAccessList`). It is a hint: what it names wrongly is of no use, and
 * does no harm.
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
      address === undefined ? [] : [{ address: toHex(address), storageKeys: [] }],
    )
    try {
      const answer = await this.#requests.get('eth_createAccessList', parameterOf(call))
      const { accessList } = Object(answer) as JsonObject
      const accesses = [...(accessList as readonly JsonObject[]), ...named]
      await Promise.all(accesses.slice(0, ACCOUNTS_MAX).map((access) => this.#readAccess(access)))
    } catch {
      // Each part is read when it is missed.
    }
  }

  async #readAccess({ address, storageKeys }: JsonObject): Promise<void> {
    const reads = this.#reads
    const account = String(address).toLowerCase() as Hex
    const slots = (storageKeys as readonly Hex[]).filter((slot) => !reads.hasBegun(account, slot))
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
