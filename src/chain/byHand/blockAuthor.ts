import { messageOf } from '../../primitives/errors.ts'
import type { Hex } from '../../primitives/hex.ts'
import { afterMisses, missOf } from '../../primitives/miss.ts'
import { SerialQueue } from '../../primitives/serialQueue.ts'
import { headerItems } from '../encoding/decode/headerOf.ts'
import { BlockBuilder } from '../execution/blockBuilder.ts'
import type { BuiltBlock } from '../execution/builtBlock.ts'
import type { BlockChoices } from '../execution/candidateHeader.ts'
import type { Engine, Engines } from '../execution/engine.ts'
import { readHeader, readTransaction } from '../execution/executeBlock.ts'
import { rejectionReason } from '../execution/rejectionReason.ts'
import { type SignedTransaction, signTransaction } from '../execution/signTransaction.ts'
import { uncleProblem } from '../execution/uncleRules.ts'
import { isAtLeast } from '../protocol/forks.ts'
import { TRANSFER_GAS } from '../protocol/transactionGas.ts'
import type { BlockTreeReader } from '../store/tree.ts'
import { type AuthoredReceipt, toReceipt } from './authoredReceipt.ts'
import { timeProblem } from './blockTime.ts'
import { estimateGas, needsTransferGas } from './estimateGas.ts'
import {
  type FoundTransaction,
  findTransaction,
  type IncludedTransaction,
  missingBefore,
  toItem,
} from './includedTransaction.ts'
import { knownFields } from './knownFields.ts'
import { BlockMisuseError } from './misuse.ts'
import {
  requireAddress,
  requireCount,
  requireExtraData,
  requireHash,
  requireHex,
  requireUint,
} from './requireInput.ts'
import { type TransactionRequest, toFields, toSigner } from './transactionRequest.ts'

/** A withdrawal of ether from the beacon chain (EIP-4895). */
export interface WithdrawalRequest {
  /** DATA, 20 bytes */
  readonly address: Hex
  readonly amountGwei: bigint
  /** Default 0 */
  readonly validatorIndex?: number
}

const requireWithdrawalFields = knownFields<WithdrawalRequest>({
  address: true,
  amountGwei: true,
  validatorIndex: true,
})

type MisuseCode = ConstructorParameters<typeof BlockMisuseError>[0]

/** The EVM with the block under construction. */
interface Started {
  readonly engine: Engine
  readonly builder: BlockBuilder
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }

/**
 * A block that a test writes by hand: first the header fields that a miner decides, then its transactions, each of
 * which runs when it is added. The block becomes part of the chain when the test has written it.
 */
export class BlockAuthor {
  readonly #engines: Engines
  readonly #tree: BlockTreeReader
  readonly #parent: BuiltBlock
  readonly #choices: Mutable<BlockChoices>
  readonly #uncleHashes: Hex[] = []
  readonly #branch: string | undefined
  readonly #hashes = new Set<Hex>()
  #started: Started | undefined
  /** settles when the calls made before are done: the EVM runs one transaction at a time */
  readonly #calls = new SerialQueue()
  #closed = false

  /**
   * @param choices the defaults for what the test does not set
   * @param branch label of the branch, for errors; undefined for the main branch
   * @internal
   */
  constructor(
    engines: Engines,
    tree: BlockTreeReader,
    parent: BuiltBlock,
    choices: BlockChoices,
    branch: string | undefined,
  ) {
    this.#engines = engines
    this.#tree = tree
    this.#parent = parent
    this.#choices = { ...choices, uncles: [], withdrawals: [] }
    this.#branch = branch
  }

  /** The number of the block. */
  get number(): number {
    return this.#parent.sealed.number + 1
  }

  /** The hash of its parent. */
  get parentHash(): Hex {
    return this.#parent.sealed.hash
  }

  /** The timestamp of the block, in seconds since 1970. */
  get timestamp(): number {
    return this.#choices.timestamp
  }

  /** Sets the account that receives rewards and fees. */
  setMiner(address: Hex): void {
    this.#requireNotStarted('the miner')
    this.#choices.miner = this.#read('INVALID_HEADER', () => requireAddress('miner', address))
  }

  /**
   * Sets the timestamp, before uncles and withdrawals.
   *
   * @param timestamp in seconds since 1970, above the parent's
   * @throws {BlockMisuseError} if it is not, or is set after uncles, withdrawals or transactions
   */
  setTimestamp(timestamp: number): void {
    this.#requireNotStarted('the timestamp')
    if (this.#choices.withdrawals.length + this.#choices.uncles.length > 0) {
      throw this.#misuse(
        'TOO_LATE',
        'the timestamp decides the fork: set it before withdrawals and uncles',
      )
    }
    const parentTime = Number(this.#parent.header.timestamp)
    const problem = timeProblem(this.#engines.rules, this.number, parentTime, timestamp)
    if (problem !== undefined) throw this.#misuse('INVALID_HEADER', problem)
    this.#choices.timestamp = timestamp
  }

  /** Sets the extra data: at most 32 bytes, as hex, or as text that is encoded as UTF-8. */
  setExtraData(extraData: string): void {
    this.#requireNotStarted('extraData')
    const bytes = this.#read('INVALID_HEADER', () => requireExtraData(extraData))
    if (bytes.length > 32) {
      throw this.#misuse('INVALID_HEADER', `extraData has ${bytes.length} bytes, and may have 32`)
    }
    this.#choices.extraData = bytes
  }

  /**
   * Under proof of work: includes a block of another branch as an uncle.
   *
   * @param hash of a block of the chain
   */
  addUncle(hash: Hex): Promise<void> {
    return this.#enqueue(() => this.#addUncle(hash))
  }

  async #addUncle(hash: Hex): Promise<void> {
    this.#requireNotStarted('uncles')
    this.#read('INVALID_UNCLE', () => requireHash('uncle', hash))
    const uncle = this.#tree.byHash(hash)
    if (uncle === undefined) throw this.#misuse('INVALID_UNCLE', `there is no block ${hash}`)
    const { fork } = await this.#engines.at(this.number, this.timestamp)
    const problem = isAtLeast(fork, 'paris')
      ? 'there are no uncles after the merge'
      : uncleProblem(this.#tree, this.#parent.sealed, this.#uncleHashes, uncle)
    if (problem !== undefined) throw this.#misuse('INVALID_UNCLE', problem)
    const header = await readHeader(this.#engines, headerItems(uncle))
    this.#uncleHashes.push(uncle.hash)
    this.#choices.uncles = [...this.#choices.uncles, header]
  }

  /** Adds a withdrawal `{ address, amountGwei, validatorIndex }`, which is paid when the block is complete; from Shanghai on. */
  addWithdrawal(request: WithdrawalRequest): Promise<void> {
    return this.#enqueue(() => this.#addWithdrawal(request))
  }

  async #addWithdrawal(request: WithdrawalRequest): Promise<void> {
    this.#requireNotStarted('withdrawals')
    const { fork } = await this.#engines.at(this.number, this.timestamp)
    if (!isAtLeast(fork, 'shanghai')) {
      throw this.#misuse('INVALID_HEADER', `there are no withdrawals under ${fork}`)
    }
    const { withdrawals } = this.#choices
    const index = this.#parent.progress.withdrawals + withdrawals.length
    this.#read('INVALID_HEADER', () => requireWithdrawalFields(request, '', 'withdrawal'))
    this.#choices.withdrawals = [
      ...withdrawals,
      this.#read('INVALID_HEADER', () => ({
        index,
        validatorIndex: requireCount('validatorIndex', request.validatorIndex ?? 0),
        address: requireAddress('address', request.address),
        amountGwei: requireUint('amountGwei', request.amountGwei, 64),
      })),
    ]
  }

  /** The base fee, in wei per gas. */
  baseFeePerGas(): Promise<bigint> {
    return this.#enqueue(async () => (await this.#start()).builder.baseFeePerGas)
  }

  /** What is left of the block's gas limit, in gas. */
  gasLeft(): Promise<bigint> {
    return this.#enqueue(async () => (await this.#start()).builder.gasLeft)
  }

  /** The nonce and the balance (in wei) of an account at this point of the block. */
  account(address: Hex): Promise<{ nonce: number; balance: bigint }> {
    return this.#enqueue(async () => {
      const bytes = this.#read('INVALID_TRANSACTION', () => requireAddress('address', address))
      return this.#reading(async () => {
        const { builder } = await this.#start()
        const { nonce, balance } = builder.senderState(bytes)
        return { nonce: Number(nonce), balance }
      })
    })
  }

  /**
   * Signs a transaction, runs it and adds it to the block.
   *
   * @throws {BlockMisuseError} if the protocol does not allow it here
   */
  add(request: TransactionRequest): Promise<AuthoredReceipt> {
    return this.#run(async ({ engine, builder }) => {
      const { fork, common } = engine
      const { baseFeePerGas, blobGasPrice } = builder
      const chainId = common.chainId()
      const nonceOf = (address: Uint8Array) => builder.senderState(address).nonce
      const terms = { fork, baseFeePerGas, blobGasPrice, chainId, nonceOf }
      const fields = toFields(request, TRANSFER_GAS, terms)
      const signer = toSigner('from', request.from)
      const next = Number(builder.senderState(signer.address).nonce)
      const nonce = BigInt(requireCount('nonce', request.nonce ?? next))
      const sign = (gasLimit: bigint) =>
        signTransaction({ ...fields, gasLimit }, nonce, signer, common)
      const isGasKnown = request.gas !== undefined || needsTransferGas(fields, builder, fork)
      const transaction = sign(
        isGasKnown ? fields.gasLimit : await estimateGas(builder, fork, sign),
      )
      // The EVM's own check of what was requested.
      transaction.executable()
      return transaction
    })
  }

  /**
   * Runs a signed transaction and adds it to the block.
   *
   * @param encoded as for `eth_sendRawTransaction`
   * @throws {BlockMisuseError} if the protocol does not allow it here
   */
  addRaw(encoded: Hex): Promise<AuthoredReceipt> {
    return this.#run(async ({ engine }) =>
      readTransaction(toItem(requireHex('encoded', encoded)), engine),
    )
  }

  /**
   * Includes a transaction of another branch: the same one, with the same hash. The transactions of a list are included
   * in its order, so leaving one out drops it, and another order gives them other indexes.
   *
   * @param transaction of a block of any branch, or its receipt, hash or bytes
   * @throws {BlockMisuseError} if no block contains it, one below this block does, or the protocol does not allow it
   *   here; those before it in the list stay in the block
   *
   * @example
   * const [first, second] = chain.head.transactions
   * await block.include([second, first])
   */
  include(transaction: IncludedTransaction): Promise<AuthoredReceipt>
  include(transactions: readonly IncludedTransaction[]): Promise<AuthoredReceipt[]>
  include(
    given: IncludedTransaction | readonly IncludedTransaction[],
  ): Promise<AuthoredReceipt | AuthoredReceipt[]> {
    return this.#enqueue(async () => {
      if (!Array.isArray(given)) return this.#include(given as IncludedTransaction)
      const receipts: AuthoredReceipt[] = []
      for (const transaction of given) receipts.push(await this.#include(transaction))
      return receipts
    })
  }

  async #include(given: IncludedTransaction): Promise<AuthoredReceipt> {
    const { sealed } = this.#parent
    const found = this.#read('INVALID_TRANSACTION', () =>
      findTransaction(this.#tree, sealed, given),
    )
    const { hash, item } = found
    if (this.#hashes.has(hash)) {
      throw this.#misuse('INVALID_TRANSACTION', `it contains transaction ${hash} already`)
    }
    return this.#add(async ({ engine }) => readTransaction(item, engine), found)
  }

  /**
   * Completes the block.
   *
   * @internal
   */
  async finish(): Promise<BuiltBlock> {
    // Transactions that the test has not awaited belong to the block, too.
    const finished = this.#enqueue(() =>
      this.#reading(async () => {
        const { builder } = await this.#start()
        const { progress } = this.#parent
        return builder.seal({
          ...progress,
          withdrawals: progress.withdrawals + this.#choices.withdrawals.length,
        })
      }),
    )
    this.close()
    return finished
  }

  /**
   * Rejects further calls: a test that keeps a reference must not affect blocks that are built later.
   *
   * @internal
   */
  close(): void {
    this.#closed = true
  }

  #run(make: (started: Started) => Promise<SignedTransaction>): Promise<AuthoredReceipt> {
    return this.#enqueue(() => this.#add(make))
  }

  /** @param found where the transaction is from, for errors; undefined for a new one */
  #add(
    make: (started: Started) => Promise<SignedTransaction>,
    found?: FoundTransaction,
  ): Promise<AuthoredReceipt> {
    return this.#reading(() => this.#tryToAdd(make, found))
  }

  /** On a forked chain, what work misses is read, and the work runs again on the state before it. */
  #reading<T>(work: () => Promise<T>): Promise<T> {
    return afterMisses(async () => {
      if (this.#started !== undefined) return this.#started.builder.undoingMisses(work)
      try {
        return await work()
      } catch (error) {
        if (missOf(error) !== undefined) this.#started = undefined
        throw error
      }
    })
  }

  async #tryToAdd(
    make: (started: Started) => Promise<SignedTransaction>,
    found?: FoundTransaction,
  ): Promise<AuthoredReceipt> {
    const what = found === undefined ? '' : `transaction ${found.hash}: `
    const invalid = (cause: unknown) =>
      this.#misuse('INVALID_TRANSACTION', `${what}${messageOf(cause)}`, { cause })
    const started = await this.#start()
    const { builder } = started
    const transaction = await make(started).catch((error: unknown) => {
      throw invalid(error)
    })
    const rejection = rejectionReason(transaction, builder)
    if (rejection !== undefined) {
      const { code, problem } = rejection
      throw this.#misuse(code, `${what}${problem}${this.#hint(code, transaction, found)}`)
    }
    try {
      const receipt = toReceipt(await builder.add(transaction))
      this.#hashes.add(receipt.transactionHash)
      return receipt
    } catch (error) {
      throw invalid(error)
    }
  }

  /** What to do about a transaction that is refused. */
  #hint(code: MisuseCode, transaction: SignedTransaction, found?: FoundTransaction): string {
    if (found === undefined || code !== 'NONCE_GAP') return ''
    const { builder } = this.#started as Started
    const { nonce } = builder.senderState(transaction.message.from)
    return missingBefore(this.#tree, this.#parent.sealed, found, transaction, nonce)
  }

  /**
   * Runs work after all calls made before, whether they were awaited or not. A failure that nobody handles is reported by
   * Node, as for any promise: what is returned is not the promise that the next call waits for.
   */
  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closed) return Promise.reject(this.#misuse('TOO_LATE', 'it is complete'))
    return this.#calls.run(work).then((value) => value)
  }

  #read<T>(code: MisuseCode, read: () => T): T {
    try {
      return read()
    } catch (error) {
      throw this.#misuse(code, messageOf(error), { cause: error })
    }
  }

  async #start(): Promise<Started> {
    if (this.#started === undefined) {
      const engine = await this.#engines.after(this.#parent.sealed, this.timestamp)
      const builder = await BlockBuilder.start(engine, this.#parent, { ...this.#choices })
      this.#started = { engine, builder }
    }
    return this.#started
  }

  #requireNotStarted(what: string): void {
    if (this.#closed) throw this.#misuse('TOO_LATE', 'it is complete')
    if (this.#started !== undefined) {
      throw this.#misuse('TOO_LATE', `${what} must be set before the first transaction`)
    }
  }

  #misuse(code: MisuseCode, problem: string, options?: ErrorOptions): BlockMisuseError {
    return new BlockMisuseError(code, this.number, problem, { ...options, branch: this.#branch })
  }
}
