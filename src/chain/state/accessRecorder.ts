import { toMinimalBytes } from '../../primitives/hex.ts'
import { EMPTY_CODE_HASH } from './account.ts'
import { accessesOf, type BlockAccesses } from './blockAccesses.ts'
import type { BaseAccount } from './stateBase.ts'

/** An account of a state, as far as a recorder needs it. */
export interface RecordedAccount {
  readonly now: BaseAccount | undefined
  /** by hex */
  readonly slots: ReadonlyMap<string, { readonly value: Uint8Array }>
  /** of the transaction that accessed it last */
  access: Access | undefined
}

/** What one transaction accesses of an account. */
interface Access {
  readonly turn: object
  /** 20 bytes in hex without prefix */
  readonly address: string
  readonly account: RecordedAccount
  /** before the transaction */
  readonly before: BaseAccount | undefined
  /** values of slots before the transaction, by hex */
  readonly slots: Map<string, Uint8Array>
  /** whether the account was deleted, or its storage */
  isCleared: boolean
}

/** Records what the transactions of a block access and change (EIP-7928): values before and after each are compared. */
export class AccessRecorder {
  readonly block: BlockAccesses
  readonly #codeOf: (codeHash: Uint8Array) => Uint8Array
  #accesses: Access[] = []
  /** a new object for each transaction */
  #turn: object = {}

  /** @param block what has been recorded so far */
  constructor(block: BlockAccesses, codeOf: (codeHash: Uint8Array) => Uint8Array) {
    this.block = block
    this.#codeOf = codeOf
  }

  account(address: string, account: RecordedAccount): Access {
    const known = account.access
    if (known !== undefined && known.turn === this.#turn) return known
    const access: Access = {
      turn: this.#turn,
      address,
      account,
      before: account.now,
      slots: new Map(),
      isCleared: false,
    }
    account.access = access
    this.#accesses.push(access)
    return access
  }

  /** @param index of the transaction that ends: 0 for what comes before the first one */
  end(index: number): void {
    for (const access of this.#accesses) this.#compare(access, index)
    this.cancel()
  }

  cancel(): void {
    this.#accesses = []
    this.#turn = {}
  }

  #compare({ address, account, before, slots, isCleared }: Access, index: number): void {
    const { now } = account
    const { writes, reads, balances, nonces, codes } = accessesOf(this.block, address)
    for (const [slot, old] of slots) {
      const value = isCleared ? old : (account.slots.get(slot)?.value ?? old)
      if (Buffer.compare(value, old) === 0) {
        if (!writes.has(slot)) reads.add(slot)
        continue
      }
      const changes = writes.get(slot)
      if (changes === undefined) writes.set(slot, [[index, value]])
      else changes.push([index, value])
      reads.delete(slot)
    }
    if (now === before) return
    const { balance = 0n, nonce = 0n, codeHash = EMPTY_CODE_HASH } = now ?? {}
    if (balance !== (before?.balance ?? 0n)) balances.push([index, toMinimalBytes(balance)])
    if (nonce !== (before?.nonce ?? 0n)) nonces.push([index, toMinimalBytes(nonce)])
    if (Buffer.compare(codeHash, before?.codeHash ?? EMPTY_CODE_HASH) === 0) return
    codes.push([index, this.#codeOf(codeHash)])
  }
}
