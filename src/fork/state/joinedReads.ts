import type { Hex } from '../../primitives/hex.ts'
import { yieldToEventLoop } from '../../primitives/yieldToEventLoop.ts'

/** What is read of an account in one go. */
export interface WantedParts {
  /** the account itself, with its code */
  readonly hasAccount: boolean
  /** DATA, 32 bytes each */
  readonly slots: readonly Hex[]
}

interface Batch {
  hasAccount: boolean
  readonly slots: Set<Hex>
  readonly done: Promise<void>
}

/** geth takes at most 1024. */
const SLOTS_MAX = 512

/** Reads together what is asked for of an account in the same round of the event loop, and the account itself once. */
export class JoinedReads {
  readonly #read: (address: Hex, parts: WantedParts) => Promise<void>
  /** those that can still be added to, by address */
  readonly #open = new Map<Hex, Batch>()
  /** the accounts, with code, that are being read */
  readonly #accounts = new Map<Hex, Promise<void>>()
  /** addresses of accounts that are being read or were read, and addresses with slots */
  readonly #begun = new Set<string>()

  constructor(read: (address: Hex, parts: WantedParts) => Promise<void>) {
    this.#read = read
  }

  /** @param slot undefined for the account */
  hasBegun(address: Hex, slot?: Hex): boolean {
    return this.#begun.has(nameOf(address, slot))
  }

  readAccount(address: Hex): Promise<void> {
    const known = this.#accounts.get(address)
    if (known !== undefined) return known
    const read = this.#add(address, [])
    this.#accounts.set(address, read)
    const end = () => this.#accounts.delete(address)
    read.then(end, end)
    return read
  }

  /** @param slots at least one, and of more than `SLOTS_MAX` only the first ones */
  readSlots(address: Hex, slots: readonly Hex[]): Promise<void> {
    return this.#add(address, slots.slice(0, SLOTS_MAX))
  }

  /** @param slots none for the account */
  #add(address: Hex, slots: readonly Hex[]): Promise<void> {
    const open = this.#open.get(address)
    const hasAccount = slots.length === 0
    if (open !== undefined && open.slots.size + slots.length <= SLOTS_MAX) {
      for (const slot of slots) open.slots.add(slot)
      open.hasAccount ||= hasAccount
      return open.done
    }
    const done = yieldToEventLoop().then(() => {
      if (this.#open.get(address) === batch) this.#open.delete(address)
      if (batch.hasAccount) this.#begun.add(nameOf(address))
      for (const slot of batch.slots) this.#begun.add(nameOf(address, slot))
      return this.#read(address, { hasAccount: batch.hasAccount, slots: [...batch.slots] })
    })
    const batch: Batch = { hasAccount, slots: new Set(slots), done }
    this.#open.set(address, batch)
    return done
  }
}

function nameOf(address: Hex, slot?: Hex): string {
  return slot === undefined ? address : `${address} ${slot}`
}
