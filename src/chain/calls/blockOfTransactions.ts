import { fromHex, toHex } from '../../primitives/hex.ts'
import { decodeTransaction } from '../encoding/decode/decodeTransaction.ts'
import { toTransactionItem } from '../encoding/listItem.ts'
import { BlockGas, type UsedGas } from '../execution/blockGas.ts'
import type {
  ExecutableTransaction,
  ExecutedTransaction,
  TransactionReport,
} from '../execution/executedTransactions.ts'
import { quickTransfer } from '../execution/quickTransfer.ts'
import { payWithdrawals, type WithdrawalFields } from '../execution/withdrawals.ts'
import { blobLimits, GAS_PER_BLOB } from '../protocol/blobGas.ts'
import { itemBytesMax } from '../protocol/blockSize.ts'
import { depositEvents, encodeDeposits, InvalidDepositError } from '../protocol/deposits.ts'
import { isAtLeast } from '../protocol/forks.ts'
import { MAINNET_DEPOSIT_CONTRACT } from '../protocol/rules.ts'
import { gasLimitCap } from '../protocol/transactionGas.ts'
import { allowsTransaction } from '../protocol/transactionTypes.ts'
import { type AppliedMessage, checksOfTransaction, type MessageChecks } from './appliedMessage.ts'
import { applyMessage, type MessageResult } from './applyMessage.ts'
import type { Precompiles } from './applyOverrides.ts'
import { type BlockContext, contextOf } from './blockContext.ts'
import type { CallEngine } from './callEngine.ts'
import type { HeaderValues } from './headerValues.ts'
import { MessageError } from './messageError.ts'
import { messageOfTransaction } from './replay/messageOfTransaction.ts'
import {
  callBeforeTransactions,
  collectRequests,
  type SystemCaller,
} from './simulate/systemCalls.ts'

/** What the block keeps of a transaction's outcome. */
type RunResult = UsedGas & Pick<MessageResult, 'logs' | 'failure' | 'output' | 'printed'>

const NOTHING = new Uint8Array(0)

function reportOf({ failure, output, printed }: RunResult): TransactionReport | undefined {
  if (failure === undefined && printed.length === 0) return undefined
  const revertData = failure?.kind === 'reverted' ? output : NOTHING
  return { failure: failure?.message, revertData, printed }
}

/** A transaction cannot be included now. Its message is that of geth. */
export class NotIncludedError extends Error {}

/** What limits the transactions of a block. */
interface BlockLimits {
  /** what they may take */
  readonly bytesMax: number
  /** whether they may have more gas than EIP-7825 allows, because the pool has checked them */
  readonly isFromPool: boolean
}

/** A block while its transactions run. */
export class BlockOfTransactions {
  readonly included: ExecutedTransaction[] = []
  readonly #engine: CallEngine
  readonly #context: BlockContext
  readonly #precompiles: Precompiles
  readonly #gas: BlockGas
  /** whether transactions may have more gas than EIP-7825 allows, because the pool has checked them */
  readonly #isFromPool: boolean
  #blobGasLeft: bigint
  #bytesLeft: number

  private constructor(
    engine: CallEngine,
    context: BlockContext,
    precompiles: Precompiles,
    { bytesMax, isFromPool }: BlockLimits,
  ) {
    this.#engine = engine
    this.#context = context
    this.#precompiles = precompiles
    this.#gas = new BlockGas(context.gasLimit, isAtLeast(context.fork, 'amsterdam'))
    this.#blobGasLeft = GAS_PER_BLOB * BigInt(blobLimits(context.fork)?.max ?? 0)
    this.#bytesLeft = bytesMax
    this.#isFromPool = isFromPool
  }

  /** Starts a block on the state of the engine. */
  static async start(
    engine: CallEngine,
    header: HeaderValues,
    limits: BlockLimits,
  ): Promise<BlockOfTransactions> {
    const { state, environment } = engine
    const context = contextOf(environment, header)
    const evm = await engine.evmFor(context)
    const precompiles = new Map(evm.standardPrecompiles)
    const block = new BlockOfTransactions(engine, context, precompiles, limits)
    if (isAtLeast(context.fork, 'amsterdam')) state.recordAccesses(new Map())
    state.beginAccess()
    await callBeforeTransactions(block.#caller, header)
    state.endAccess(0)
    return block
  }

  get #caller(): SystemCaller {
    return {
      engine: this.#engine,
      context: this.#context,
      precompiles: this.#precompiles,
      tracer: {},
    }
  }

  get context(): BlockContext {
    return this.#context
  }

  /** In gas. */
  get gasUsed(): bigint {
    return this.#gas.used
  }

  /**
   * Includes transactions where that is possible. One may depend on one that comes later in the list, so what was left out
   * is tried again after the others.
   */
  async addPossible(transactions: readonly ExecutableTransaction[]): Promise<void> {
    let waiting = transactions
    let count: number
    do {
      count = waiting.length
      const refused: ExecutableTransaction[] = []
      for (const each of waiting) {
        await this.add(each).catch((error: unknown) => {
          if (!(error instanceof NotIncludedError)) throw error
          refused.push(each)
        })
      }
      waiting = refused
    } while (waiting.length > 0 && waiting.length < count)
  }

  /**
   * Includes a transaction.
   *
   * @throws {NotIncludedError} in the words of geth
   */
  async add({ encoded, sender }: ExecutableTransaction): Promise<void> {
    const bytes = itemBytesMax(encoded)
    const transaction = decodeTransaction(toTransactionItem(encoded), toHex(sender))
    // After a rollback, the block may be of an older fork than that in which the transaction was sent.
    if (!allowsTransaction(this.#context.fork, transaction)) {
      throw new NotIncludedError('transaction type not supported')
    }
    const message = messageOfTransaction(transaction, this.#context.baseFee)
    const blobGasUsed = GAS_PER_BLOB * BigInt(message.blobHashes?.length ?? 0)
    const gasCap = gasLimitCap(this.#context.fork) ?? message.gasLimit
    const exceedsGasCap = message.gasLimit > gasCap
    if (exceedsGasCap && !this.#isFromPool) {
      const problem = `transaction gas limit too high (cap: ${gasCap}, tx: ${message.gasLimit})`
      throw new NotIncludedError(problem)
    }
    if (bytes > this.#bytesLeft) throw new NotIncludedError('block size limit reached')
    if (blobGasUsed > this.#blobGasLeft) throw new NotIncludedError('max data blobs reached')
    const { state } = this.#engine
    state.beginAccess()
    const result =
      this.#transfer(message) ??
      (await this.#apply(message, checksOfTransaction(transaction)).catch((error: unknown) => {
        state.cancelAccess()
        throw error
      }))
    state.endAccess(this.included.length + 1)
    const { gasUsed, executionGas, stateGas, logs, failure } = result
    this.#bytesLeft -= bytes
    this.#blobGasLeft -= blobGasUsed
    this.#gas.add(result)
    this.included.push({
      hash: transaction.hash,
      type: transaction.type,
      encoded,
      sender,
      gasUsed,
      executionGas,
      stateGas,
      blobGasUsed,
      logs,
      succeeded: failure === undefined,
      stateRoot: this.#stateRoot(),
      exceedsGasCap,
      report: reportOf(result),
    })
  }

  /**
   * After the last transaction: pays withdrawals, and collects the requests to the beacon chain.
   *
   * @throws {CallError} if the block would be invalid
   */
  async settle(withdrawals: readonly WithdrawalFields[]): Promise<readonly Uint8Array[]> {
    const { state } = this.#engine
    state.beginAccess()
    await payWithdrawals(state, withdrawals)
    const logs = this.included.flatMap((transaction) => transaction.logs)
    const hasRequests = isAtLeast(this.#context.fork, 'prague')
    const requests = hasRequests ? await collectRequests(this.#caller, logs) : []
    state.endAccess(this.included.length + 1)
    return requests
  }

  /** @returns undefined if the EVM must run it */
  #transfer(message: AppliedMessage): RunResult | undefined {
    const block = {
      ...this.#context,
      gasLeft: this.#gas.left,
      precompiles: this.#precompiles,
    }
    const transfer = quickTransfer(this.#engine.state, block, message)
    return transfer && { ...transfer, failure: undefined, output: NOTHING, printed: [] }
  }

  /** @throws {NotIncludedError} */
  async #apply(message: AppliedMessage, checks: MessageChecks): Promise<RunResult> {
    const { state } = this.#engine
    const options = { checks, gasAvailable: this.#gas.left }
    await state.checkpoint()
    try {
      const result = await applyMessage(this.#engine, this.#context, message, options)
      this.#requireValidDeposits(result)
      await state.commit()
      return result
    } catch (error) {
      if (!(error instanceof MessageError || error instanceof InvalidDepositError)) throw error
      await state.revert()
      throw new NotIncludedError(error.message)
    }
  }

  /** @throws {InvalidDepositError} if the transaction would make the block invalid (EIP-6110) */
  #requireValidDeposits({ logs }: MessageResult): void {
    if (!isAtLeast(this.#context.fork, 'prague')) return
    const { depositContract = MAINNET_DEPOSIT_CONTRACT } = this.#engine.environment.rules
    encodeDeposits(depositEvents(logs, fromHex(depositContract)))
  }

  #stateRoot(): Uint8Array | undefined {
    if (isAtLeast(this.#context.fork, 'byzantium')) return undefined
    const { environment, state } = this.#engine
    return environment.nextStateRoot(state.changes())
  }
}
