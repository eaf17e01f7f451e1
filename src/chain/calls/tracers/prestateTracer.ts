import { fromHex, toHex, toWord } from '../../../primitives/hex.ts'
import { keccak256 } from '../../../primitives/keccak.ts'
import { authorityOf } from '../../execution/authority.ts'
import { createdAddress } from '../../execution/createdAddress.ts'
import { stackAddress } from '../../execution/stackAddress.ts'
import { isAtLeast } from '../../protocol/forks.ts'
import { delegationOf } from '../../state/delegation.ts'
import { ADDRESS_OPCODES, CALL_OPCODES } from '../opcodeSets.ts'
import { frameTypes, type StartedTransaction, type TracedOperation } from '../replay/traceHooks.ts'
import { accountText } from './accountText.ts'
import { changedAccount } from './changedAccount.ts'
import type { JsonSink } from './jsonSink.ts'
import { paddedMemory } from './paddedMemory.ts'
import type { PriorAccount } from './priorAccount.ts'
import type { Tracer } from './tracer.ts'
import type { PrestateTracerOptions } from './tracerChoice.ts'

const SLOAD = 0x54
const SSTORE = 0x55
const { CREATE, CREATE2, SELFDESTRUCT } = frameTypes

const EMPTY_CODE_HASH = toHex(keccak256(new Uint8Array(0)))

/** What an account and a slot take as JSON, at least. */
const ACCOUNT_BYTES = 65
const SLOT_BYTES = 137

/** Lists what a transaction depends on, or what it changes (geth, eth/tracers/native/prestate.go). */
export class PrestateTracer implements Tracer {
  readonly #options: PrestateTracerOptions
  readonly #json: JsonSink
  /** by address in hex */
  readonly #prior = new Map<string, PriorAccount>()
  /** the members of changed accounts as JSON, by address in hex */
  readonly #post = new Map<string, string>()
  readonly #created = new Set<string>()
  readonly #deleted = new Set<string>()
  #transaction: StartedTransaction | undefined
  /** of the result, at least */
  #bytes = 0

  constructor(options: PrestateTracerOptions, json: JsonSink) {
    this.#options = options
    this.#json = json
  }

  get #tx(): StartedTransaction {
    return this.#transaction as StartedTransaction
  }

  txStart(transaction: StartedTransaction): void {
    this.#transaction = transaction
    const { message, state, block } = transaction
    const { from, authorizationList = [] } = message
    let { to } = message
    if (to === undefined) {
      const nonce = state.account(from)?.nonce ?? 0n
      to = createdAddress(from, nonce, new Uint8Array(0), undefined)
      this.#created.add(toHex(to))
    } else this.#addDelegate(to)
    for (const address of [from, to, block.coinbase]) this.#add(address)
    for (const authorization of authorizationList) {
      const authority = authorityOf(authorization, Number(authorization.chainId))
      if (authority !== undefined) this.#add(authority)
    }
  }

  opcode(operation: TracedOperation): void {
    if (operation.failure !== undefined) return
    const { opcode, stackLength, address } = operation
    if (opcode === SLOAD || opcode === SSTORE) {
      this.#addSlot(address, operation.peek(0))
    } else if (ADDRESS_OPCODES.has(opcode)) {
      this.#add(stackAddress(operation.peek(0)))
      if (opcode === SELFDESTRUCT) this.#delete(address)
    } else if (CALL_OPCODES.has(opcode) && stackLength >= 5) {
      const target = stackAddress(operation.peek(1))
      this.#add(target)
      this.#addDelegate(target)
    } else if (opcode === CREATE) {
      const nonce = this.#tx.state.account(address)?.nonce ?? 0n
      this.#create(createdAddress(address, nonce, new Uint8Array(0), undefined))
    } else if (opcode === CREATE2) {
      const code = paddedMemory(operation.memory(), operation.peek(1), operation.peek(2))
      if (code === undefined) return
      this.#create(createdAddress(address, 0n, code, wordOf(operation.peek(3))))
    }
  }

  txEnd(): void {
    const { diffMode, includeEmpty } = this.#options
    if (diffMode) this.#compare()
    if (includeEmpty) return
    for (const [name, { isEmpty }] of this.#prior) if (isEmpty) this.#prior.delete(name)
  }

  finish(): void {
    const prior = [...this.#prior].map(([name, account]) => [name, accountText(account)] as const)
    if (this.#options.diffMode) {
      this.#json.add('{"post":')
      this.#write(this.#post)
      this.#json.add(',"pre":')
    }
    this.#write(prior)
    if (this.#options.diffMode) this.#json.add('}')
  }

  #write(accounts: Iterable<readonly [name: string, account: string]>): void {
    const sorted = [...accounts].sort(([one], [other]) => (one < other ? -1 : 1))
    for (const [index, [name, account]] of sorted.entries()) {
      this.#json.add(`${index === 0 ? '{' : ','}"${name}":${account}`)
    }
    this.#json.add(sorted.length === 0 ? '{}' : '}')
  }

  #compare(): void {
    const { state } = this.#tx
    for (const [name, prior] of this.#prior) {
      // A deleted account is listed as it was before.
      if (this.#deleted.has(name)) continue
      const changed = changedAccount(prior, fromHex(name as `0x${string}`), state, this.#options)
      if (changed === undefined) this.#prior.delete(name)
      else this.#post.set(name, changed)
    }
  }

  /** Since Cancun only a contract that was created in the same transaction is deleted (EIP-6780). */
  #delete(address: Uint8Array): void {
    const name = toHex(address)
    if (!isAtLeast(this.#tx.block.fork, 'cancun') || this.#created.has(name)) {
      this.#deleted.add(name)
    }
  }

  #create(address: Uint8Array): void {
    this.#add(address)
    this.#created.add(toHex(address))
  }

  #addDelegate(address: Uint8Array): void {
    const { state, block } = this.#tx
    if (!isAtLeast(block.fork, 'prague')) return
    const target = delegationOf(state.code(address))
    if (target !== undefined) this.#add(target)
  }

  #add(address: Uint8Array): PriorAccount {
    const name = toHex(address)
    const known = this.#prior.get(name)
    if (known !== undefined) return known
    const { state } = this.#tx
    const { disableCode } = this.#options
    const { nonce = 0n, balance = 0n, codeHash } = state.account(address) ?? {}
    const code = state.code(address)
    const isShown = code.length > 0 && !disableCode
    this.#count(ACCOUNT_BYTES + (isShown ? 2 * code.length : 0))
    const hash = codeHash && toHex(codeHash)
    const account: PriorAccount = {
      balance,
      nonce,
      code: isShown ? code : undefined,
      codeHash: hash === EMPTY_CODE_HASH ? undefined : hash,
      storage: new Map(),
      isEmpty: nonce === 0n && balance === 0n && code.length === 0,
    }
    this.#prior.set(name, account)
    return account
  }

  #addSlot(address: Uint8Array, item: bigint): void {
    if (this.#options.disableStorage) return
    const { storage } = this.#add(address)
    const slot = wordOf(item)
    const name = toHex(slot)
    if (storage.has(name)) return
    this.#count(SLOT_BYTES)
    storage.set(name, toHex(this.#tx.state.storage(address, slot)))
  }

  #count(bytes: number): void {
    this.#bytes += bytes
    this.#json.requireSpace(this.#bytes)
  }
}

function wordOf(item: bigint): Uint8Array {
  return fromHex(toWord(item))
}
