import { type Hex, toHex, toWord } from '../../../primitives/hex.ts'
import { stackAddress } from '../../execution/stackAddress.ts'
import type { EnteredFrame, TracedOperation, TraceState } from '../replay/traceHooks.ts'
import type { AccountBeforeAndAfter, DiffedAccount } from './stateDiff.ts'
import { itemAt } from './stepEffects.ts'

interface TouchedAccount {
  readonly address: Uint8Array
  readonly before: DiffedAccount | undefined
  /** values before the transaction, by slot */
  readonly slots: Map<Hex, Hex>
}

/** How many bytes an account or a slot takes at least, in memory and as JSON. */
const ENTRY_BYTES = 200

const SLOAD = 0x54
const SSTORE = 0x55
const SELFDESTRUCT = 0xff

/** Keeps the state before a transaction of each account and slot that it touches. Call `touch` before an account changes. */
export class TouchedAccounts {
  readonly #state: TraceState
  readonly #reserve: (bytes: number) => void
  readonly #accounts = new Map<Hex, TouchedAccount>()

  /** @param reserve is called before something is kept; it throws if that becomes too large */
  constructor(state: TraceState, reserve: (bytes: number) => void) {
    this.#state = state
    this.#reserve = reserve
  }

  touch(address: Uint8Array): TouchedAccount {
    const name = toHex(address)
    let touched = this.#accounts.get(name)
    if (touched === undefined) {
      this.#reserve(ENTRY_BYTES)
      touched = { address, before: accountAt(this.#state, address), slots: new Map() }
      this.#accounts.set(name, touched)
    }
    return touched
  }

  enter({ to }: EnteredFrame): void {
    this.touch(to)
  }

  /** Touches the slot that an operation is about to access, or the account to which one sends all ether. */
  opcode(operation: TracedOperation): void {
    const { opcode, failure } = operation
    if (failure !== undefined) return
    if (opcode !== SLOAD && opcode !== SSTORE && opcode !== SELFDESTRUCT) return
    const item = itemAt(operation, 0)
    if (item === undefined) return
    // Its frame is reported only after the transfer.
    if (opcode === SELFDESTRUCT) this.touch(stackAddress(item))
    else this.#touchSlot(operation.address, toWord(item))
  }

  #touchSlot(address: Uint8Array, slot: Hex): void {
    const { slots } = this.touch(address)
    if (slots.has(slot)) return
    this.#reserve(ENTRY_BYTES)
    slots.set(slot, toHex(this.#state.storage(address, Buffer.from(slot.slice(2), 'hex'))))
  }

  /** All touched accounts, as they were and as they are now. */
  compare(): AccountBeforeAndAfter[] {
    return [...this.#accounts].map(([name, { address, before, slots }]) => ({
      address: name,
      before,
      after: accountAt(this.#state, address),
      slots: [...slots].map(([slot, value]) => ({
        slot,
        before: value,
        after: toHex(this.#state.storage(address, Buffer.from(slot.slice(2), 'hex'))),
      })),
    }))
  }
}

function accountAt(state: TraceState, address: Uint8Array): DiffedAccount | undefined {
  const account = state.account(address)
  if (account === undefined) return undefined
  const { nonce, balance } = account
  return { nonce, balance, code: state.code(address) }
}
