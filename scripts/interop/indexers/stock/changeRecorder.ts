import type { StateManagerInterface } from '@ethereumjs/common'
import { type Account, type Address, bytesToHex, setLengthLeft } from '@ethereumjs/util'
import type { Hex } from '../../../../src/index.ts'

/** An account in a state. */
interface AccountState {
  readonly nonce: bigint
  readonly balance: bigint
  readonly code: Hex
}

/** What a transaction changed in an account; an account that does not exist is undefined. */
export interface AccountChange {
  readonly address: Hex
  readonly before: AccountState | undefined
  readonly after: AccountState | undefined
  /** Values have 32 bytes. */
  readonly slots: readonly { readonly slot: Hex; readonly before: Hex; readonly after: Hex }[]
}

interface Touched {
  readonly address: Address
  readonly before: AccountState | undefined
  readonly slots: Map<Hex, { readonly key: Uint8Array; readonly before: Hex }>
}

/** Records the value of each account and slot before its first write. */
export class ChangeRecorder {
  readonly #state: StateManagerInterface
  readonly #touched = new Map<Hex, Touched>()

  constructor(state: StateManagerInterface) {
    this.#state = state
    const { putAccount, deleteAccount, putCode, putStorage } = state
    state.putAccount = async (address, account) => {
      await this.#touch(address)
      await putAccount.call(state, address, account)
    }
    state.deleteAccount = async (address) => {
      await this.#touch(address)
      await deleteAccount.call(state, address)
    }
    state.putCode = async (address, code) => {
      await this.#touch(address)
      await putCode.call(state, address, code)
    }
    state.putStorage = async (address, key, value) => {
      const { slots } = await this.#touch(address)
      const slot = bytesToHex(key)
      if (!slots.has(slot)) slots.set(slot, { key, before: await this.#slot(address, key) })
      await putStorage.call(state, address, key, value)
    }
  }

  /** Discards what was recorded before. */
  start(): void {
    this.#touched.clear()
  }

  /** @returns what has changed since `start` */
  async finish(): Promise<AccountChange[]> {
    const changes: AccountChange[] = []
    for (const { address, before, slots } of this.#touched.values()) {
      const after = await this.#account(address)
      const changedSlots: { slot: Hex; before: Hex; after: Hex }[] = []
      for (const [slot, { key, before }] of slots) {
        const value = await this.#slot(address, key)
        if (value !== before) changedSlots.push({ slot, before, after: value })
      }
      const isSame =
        before?.balance === after?.balance &&
        before?.nonce === after?.nonce &&
        before?.code === after?.code
      if (isSame && changedSlots.length === 0) continue
      changes.push({ address: address.toString(), before, after, slots: changedSlots })
    }
    return changes
  }

  async #touch(address: Address): Promise<Touched> {
    const name = address.toString()
    const known = this.#touched.get(name)
    if (known !== undefined) return known
    const touched = { address, before: await this.#account(address), slots: new Map() }
    this.#touched.set(name, touched)
    return touched
  }

  async #account(address: Address): Promise<AccountState | undefined> {
    const account: Account | undefined = await this.#state.getAccount(address)
    if (account === undefined) return undefined
    const code = bytesToHex(await this.#state.getCode(address))
    return { nonce: account.nonce, balance: account.balance, code }
  }

  async #slot(address: Address, key: Uint8Array): Promise<Hex> {
    if ((await this.#state.getAccount(address)) === undefined) return ZERO
    return bytesToHex(setLengthLeft(await this.#state.getStorage(address, key), 32))
  }
}

const ZERO: Hex = `0x${'0'.repeat(64)}`
