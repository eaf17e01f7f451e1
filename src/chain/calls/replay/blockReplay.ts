import type { Log } from '@ethereumjs/evm'
import { fromHex, type Hex, toHex } from '../../../primitives/hex.ts'
import type { Block, Receipt } from '../../encoding/block.ts'
import { decodeBlockLazily } from '../../encoding/decode.ts'
import { TRANSACTION_CHECKS } from '../appliedMessage.ts'
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
  readonly block: Block
  #next = 0

  private constructor(engine: TraceEngine, sealed: ReplayedBlock) {
    this.#engine = engine
    this.#hash = fromHex(sealed.hash)
    this.header = headerValuesOf(sealed)
    this.context = contextOf(engine.environment, this.header)
    this.block = decodeBlockLazily({ ...sealed, totalDifficulty: 0n })
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

  /** index of the transaction that runs next */
  get nextIndex(): number {
    return this.#next
  }

  get transactionCount(): number {
    return this.block.transactions.length
  }

  /** The hash of a transaction. */
  hashOf(index: number): Hex {
    return this.#transaction(index).hash
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
   * Runs the next transaction.
   *
   * @throws {Error} if its outcome is not that of the receipt
   */
  async next(hooks?: TraceHooks): Promise<MessageResult> {
    const index = this.#next++
    const transaction = this.#transaction(index)
    const traced: TracedTransaction = {
      message: messageOfTransaction(transaction, this.context.baseFee),
      hash: fromHex(transaction.hash),
      index,
      blockHash: this.#hash,
    }
    const options = { checks: TRANSACTION_CHECKS }
    const result = await this.#engine.apply(this.context, traced, options, hooks)
    const difference = differenceFrom(this.block.receipts[index] as Receipt, result)
    if (difference !== undefined) {
      throw new Error(`transaction ${transaction.hash}, run again, differs: ${difference}`)
    }
    return result
  }

  #transaction(index: number) {
    const transaction = this.block.transactions[index]
    if (transaction === undefined) throw new RangeError(`there is no transaction ${index}`)
    return transaction
  }
}

function differenceFrom(receipt: Receipt, result: MessageResult): string | undefined {
  if (receipt.gasUsed !== result.gasUsed) {
    return `it used ${result.gasUsed} gas, not ${receipt.gasUsed}`
  }
  // Before Byzantium a receipt has no status (EIP-658).
  const status = result.failure === undefined ? 1 : 0
  if (receipt.status !== undefined && receipt.status !== status) {
    return `its status is ${status}, not ${receipt.status}`
  }
  const { logs } = receipt
  const isSame = (log: Log, index: number) => textOf(log) === textOfStored(logs[index])
  return logs.length === result.logs.length && result.logs.every(isSame)
    ? undefined
    : 'its logs are others'
}

function textOf([address, topics, data]: Log): string {
  return [address, ...topics, data].map(toHex).join()
}

function textOfStored(log: Receipt['logs'][number] | undefined): string | undefined {
  return log && [log.address, ...log.topics, log.data].join()
}
