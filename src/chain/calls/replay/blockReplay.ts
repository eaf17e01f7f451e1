import type { Log } from '@ethereumjs/evm'
import { fromHex, type Hex, toNumber } from '../../../primitives/hex.ts'
import type { Transaction } from '../../encoding/block.ts'
import { decodeTransactions } from '../../encoding/decode.ts'
import {
  type ReceiptItemsWithoutBloom,
  readReceiptsWithoutBlooms,
} from '../../encoding/storedBlock.ts'
import { VersionedState } from '../../state/versionedState.ts'
import { checksOfTransaction } from '../appliedMessage.ts'
import type { MessageResult } from '../applyMessage.ts'
import { type BlockContext, contextOf } from '../blockContext.ts'
import { type HeaderValues, headerValuesOf } from '../headerValues.ts'
import { callBeforeTransactions } from '../simulate/systemCalls.ts'
import { messageOfTransaction } from './messageOfTransaction.ts'
import type { ReplayedBlock } from './replayedBlock.ts'
import type { TraceEngine } from './traceEngine.ts'
import type { TracedTransaction, TraceHooks } from './traceHooks.ts'

/**
 * Runs the transactions of a block again, on the state after its parent, which is that of the engine's environment. Each
 * outcome must be that of the block's receipts.
 */
export class BlockReplay {
  readonly #engine: TraceEngine
  readonly #hash: Uint8Array
  /** what the transactions see of the block */
  readonly context: BlockContext
  readonly header: HeaderValues
  readonly blockHash: Hex
  readonly #transactions: readonly Transaction[]
  readonly #recordedHashes: ReplayedBlock['recordedHashes']
  /** as they are stored: few of their fields are compared */
  readonly #receipts: readonly ReceiptItemsWithoutBloom[]
  /** the state before each transaction that has run; undefined: the replay only goes forward */
  #states: VersionedState | undefined
  #next = 0

  private constructor(engine: TraceEngine, sealed: ReplayedBlock) {
    this.#engine = engine
    this.#hash = fromHex(sealed.hash)
    this.header = headerValuesOf(sealed)
    this.context = contextOf(engine.environment, this.header)
    this.blockHash = sealed.hash
    this.#transactions = decodeTransactions(sealed)
    this.#recordedHashes = sealed.recordedHashes
    this.#receipts = readReceiptsWithoutBlooms(sealed.receipts)
  }

  /** Starts a block: calls the system contracts that run before its transactions, which hooks do not see. */
  static async start(engine: TraceEngine, block: ReplayedBlock): Promise<BlockReplay> {
    const replay = new BlockReplay(engine, block)
    const { context, header } = replay
    const evm = await engine.evmFor(context)
    const precompiles = new Map(evm.standardPrecompiles)
    await callBeforeTransactions({ engine, context, precompiles, tracer: {} }, header)
    return replay
  }

  /** Starts a block, and keeps what each transaction changes, so that `goTo` can go back. */
  static async startReversible(engine: TraceEngine, block: ReplayedBlock): Promise<BlockReplay> {
    const replay = await BlockReplay.start(engine, block)
    replay.#states = new VersionedState(engine.environment.state)
    replay.#states.add(engine.state.changes())
    return replay
  }

  /** index of the transaction that runs next */
  get nextIndex(): number {
    return this.#next
  }

  get transactionCount(): number {
    return this.#transactions.length
  }

  /** The hash of a transaction, as clients see it. */
  hashOf(index: number): Hex {
    return this.#recordedHashes?.[index] ?? this.#transaction(index).hash
  }

  /**
   * Runs transactions, unobserved, until one is next.
   *
   * @throws {Error} if an outcome is not that of the receipt
   */
  async skipTo(index: number): Promise<void> {
    while (this.#next < index) await this.next()
  }

  /**
   * Has a transaction run next: runs those before it, unobserved, unless they have run before.
   *
   * @throws {Error} if an outcome is not that of the receipt
   */
  async goTo(index: number): Promise<void> {
    const states = this.#states
    if (states !== undefined) this.#next = Math.min(index, states.newest - 1)
    await this.skipTo(index)
  }

  /**
   * Runs the next transaction.
   *
   * @throws {Error} if its outcome is not that of the receipt
   */
  async next(hooks?: TraceHooks): Promise<MessageResult> {
    const index = this.#next++
    const transaction = this.#transaction(index)
    const traced: TracedTransaction = {
      message: messageOfTransaction(transaction, this.context.baseFee),
      hash: fromHex(this.hashOf(index)),
      index,
      blockHash: this.#hash,
    }
    const options = { checks: checksOfTransaction(transaction) }
    const states = this.#states
    if (states !== undefined) this.#engine.goTo(states.at(index + 1), this.#logsBefore(index))
    const result = await this.#engine.apply(this.context, traced, options, hooks)
    const difference = differenceFrom(this.#outcomeOf(index), result)
    if (difference !== undefined) {
      throw new Error(`transaction ${this.hashOf(index)}, run again, differs: ${difference}`)
    }
    if (states?.newest === index + 1) states.add(this.#engine.state.changes())
    return result
  }

  #logsBefore(index: number): number {
    return this.#receipts.slice(0, index).reduce((sum, { logs }) => sum + logs.length, 0)
  }

  #transaction(index: number) {
    const transaction = this.#transactions[index]
    if (transaction === undefined) throw new RangeError(`there is no transaction ${index}`)
    return transaction
  }

  #outcomeOf(index: number): ReceiptFacts {
    const gasUntil = (at: number) => toNumber(this.#receipts[at]?.cumulativeGas ?? NOTHING)
    const { outcome, logs } = this.#receipts[index] as ReceiptItemsWithoutBloom
    const status = outcome.length === 32 ? undefined : toNumber(outcome)
    return { gasUsed: BigInt(gasUntil(index) - gasUntil(index - 1)), status, logs }
  }
}

const NOTHING = new Uint8Array(0)

/** What the receipt of a transaction says about it. */
interface ReceiptFacts {
  readonly gasUsed: bigint
  /** undefined before Byzantium (EIP-658) */
  readonly status: number | undefined
  readonly logs: ReceiptItemsWithoutBloom['logs']
}

function differenceFrom(receipt: ReceiptFacts, result: MessageResult): string | undefined {
  if (receipt.gasUsed !== result.gasUsed) {
    return `it used ${result.gasUsed} gas, not ${receipt.gasUsed}`
  }
  const status = result.failure === undefined ? 1 : 0
  if (receipt.status !== undefined && receipt.status !== status) {
    return `its status is ${status}, not ${receipt.status}`
  }
  const { logs } = receipt
  const isSame = (log: Log, index: number) => textOf(log) === textOf(logs[index] as Log)
  return logs.length === result.logs.length && result.logs.every(isSame)
    ? undefined
    : 'its logs are others'
}

function textOf([address, topics, data]: Log): string {
  return [address, ...topics, data].map((bytes) => Buffer.from(bytes).toString('hex')).join()
}
