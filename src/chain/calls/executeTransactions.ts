import { fromHex, toHex } from '../../primitives/hex.ts'
import { encodeRlpList } from '../../primitives/rlp.ts'
import { decodeTransaction } from '../encoding/decode/decodeTransaction.ts'
import { toTransactionItem } from '../encoding/listItem.ts'
import { BlockGas, type UsedGas } from '../execution/blockGas.ts'
import type {
  ExecutableTransaction,
  ExecutableTransactions,
  ExecutedTransaction,
  ExecutedTransactions,
  TransactionReport,
} from '../execution/executedTransactions.ts'
import { quickTransfer } from '../execution/quickTransfer.ts'
import { blobLimits, GAS_PER_BLOB } from '../protocol/blobGas.ts'
import { itemBytesMax } from '../protocol/blockSize.ts'
import { depositEvents, encodeDeposits, InvalidDepositError } from '../protocol/deposits.ts'
import { isAtLeast } from '../protocol/forks.ts'
import { MAINNET_DEPOSIT_CONTRACT } from '../protocol/rules.ts'
import { allowsTransaction } from '../protocol/transactionTypes.ts'
import { toPlainChange } from '../state/accountChange.ts'
import { type AppliedMessage, checksOfTransaction, type MessageChecks } from './appliedMessage.ts'
import { applyMessage, type MessageResult } from './applyMessage.ts'
import type { Precompiles } from './applyOverrides.ts'
import { type BlockContext, contextOf } from './blockContext.ts'
import { type CallEngine, withCallEngine } from './callEngine.ts'
import type { CallEnvironment } from './callEnvironment.ts'
import { headerValuesOf } from './headerValues.ts'
import { MessageError } from './messageError.ts'
import { messageOfTransaction } from './replay/messageOfTransaction.ts'
import { callBeforeTransactions } from './simulate/systemCalls.ts'

/**
 * Runs transactions as those of a block (core/state_processor.go). Those that the block cannot include are left out. A
 * transaction may depend on one that comes later in the list, so what was left out is tried again after the others.
 */
export function executeTransactions(
  environment: CallEnvironment,
  { header, transactions, bytesMax }: ExecutableTransactions,
): Promise<ExecutedTransactions> {
  return withCallEngine(environment, async (engine) => {
    const values = headerValuesOf({ rlp: encodeRlpList([header]) })
    const context = contextOf(environment, values)
    const evm = await engine.evmFor(context)
    const precompiles = new Map(evm.standardPrecompiles)
    const { state } = engine
    if (isAtLeast(context.fork, 'amsterdam')) state.recordAccesses(new Map())
    state.beginAccess()
    await callBeforeTransactions({ engine, context, precompiles, tracer: {} }, values)
    state.endAccess(0)
    const run = new BlockOfTransactions(engine, context, precompiles, bytesMax)
    let waiting: readonly ExecutableTransaction[] = transactions
    let count: number
    do {
      count = waiting.length
      waiting = await run.addAll(waiting)
    } while (waiting.length > 0 && waiting.length < count)
    return {
      included: run.included,
      changes: state.changes().map(toPlainChange),
      codes: [...engine.newCodes],
      accesses: state.accesses,
    }
  })
}

/** What the block keeps of a transaction's outcome. */
type RunResult = UsedGas & Pick<MessageResult, 'logs' | 'failure' | 'output' | 'printed'>

const NOTHING = new Uint8Array(0)

function reportOf({ failure, output, printed }: RunResult): TransactionReport | undefined {
  if (failure === undefined && printed.length === 0) return undefined
  const revertData = failure?.kind === 'reverted' ? output : NOTHING
  return { failure: failure?.message, revertData, printed }
}

/** A block while its transactions run. */
class BlockOfTransactions {
  readonly included: ExecutedTransaction[] = []
  readonly #engine: CallEngine
  readonly #context: BlockContext
  readonly #precompiles: Precompiles
  readonly #gas: BlockGas
  #blobGasLeft: bigint
  #bytesLeft: number

  constructor(
    engine: CallEngine,
    context: BlockContext,
    precompiles: Precompiles,
    bytesMax: number,
  ) {
    this.#engine = engine
    this.#context = context
    this.#precompiles = precompiles
    this.#gas = new BlockGas(context.gasLimit, isAtLeast(context.fork, 'amsterdam'))
    this.#blobGasLeft = GAS_PER_BLOB * BigInt(blobLimits(context.fork)?.max ?? 0)
    this.#bytesLeft = bytesMax
  }

  /** @returns those that cannot be included now */
  async addAll(
    transactions: readonly ExecutableTransaction[],
  ): Promise<readonly ExecutableTransaction[]> {
    const refused: ExecutableTransaction[] = []
    for (const each of transactions) if (!(await this.#add(each))) refused.push(each)
    return refused
  }

  async #add({ encoded, sender }: ExecutableTransaction): Promise<boolean> {
    const bytes = itemBytesMax(encoded)
    const transaction = decodeTransaction(toTransactionItem(encoded), toHex(sender))
    // After a rollback, the block may be of an older fork than that in which the transaction was sent.
    if (!allowsTransaction(this.#context.fork, transaction)) return false
    const message = messageOfTransaction(transaction, this.#context.baseFee)
    const blobGasUsed = GAS_PER_BLOB * BigInt(message.blobHashes?.length ?? 0)
    if (bytes > this.#bytesLeft || blobGasUsed > this.#blobGasLeft) return false
    const { state } = this.#engine
    state.beginAccess()
    const result =
      this.#transfer(message) ?? (await this.#apply(message, checksOfTransaction(transaction)))
    if (result === undefined) {
      state.cancelAccess()
      return false
    }
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
      report: reportOf(result),
    })
    return true
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

  /** @returns undefined if the block cannot include it */
  async #apply(message: AppliedMessage, checks: MessageChecks): Promise<RunResult | undefined> {
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
      return undefined
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
