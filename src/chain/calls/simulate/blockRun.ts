import type { Log } from '@ethereumjs/evm'
import { keccak256 } from '../../../primitives/keccak.ts'
import { BlockGas } from '../../execution/blockGas.ts'
import { payRewards } from '../../execution/rewards.ts'
import { payWithdrawals, type WithdrawalFields } from '../../execution/withdrawals.ts'
import { GAS_PER_BLOB } from '../../protocol/blobGas.ts'
import { isAtLeast } from '../../protocol/forks.ts'
import { hashRequests } from '../../protocol/requests.ts'
import { encodeAccesses } from '../../state/blockAccesses.ts'
import { applyMessage, type MessageResult } from '../applyMessage.ts'
import type { Precompiles } from '../applyOverrides.ts'
import type { BlockContext } from '../blockContext.ts'
import { NO_SENDER } from '../callDefaults.ts'
import type { CallEngine } from '../callEngine.ts'
import { commonOf } from '../commonOf.ts'
import type { HeaderValues } from '../headerValues.ts'
import type { CallMessage } from '../message.ts'
import { MessageError } from '../messageError.ts'
import type { Candidate } from './candidateHeader.ts'
import { type CompleteMessage, completeMessage } from './completeMessage.ts'
import { executionError } from './executionError.ts'
import type { GasBudget } from './gasBudget.ts'
import { messageFailure } from './messageFailure.ts'
import { type SealedSimulation, sealBlock } from './sealBlock.ts'
import type { SimulatedState } from './simulatedState.ts'
import type { SimulatedCall } from './simulation.ts'
import { SimulationLogs } from './simulationLogs.ts'
import { callBeforeTransactions, collectRequests, type SystemCaller } from './systemCalls.ts'
import type { PackedTransaction, TransactionPacker } from './transactionPacker.ts'

/** What all blocks of a simulation share. */
export interface SharedParts {
  readonly engine: CallEngine
  readonly state: SimulatedState
  readonly budget: GasBudget
  readonly packer: TransactionPacker
  readonly traceTransfers: boolean
  /** whether nonces and base fees are checked */
  readonly validation: boolean
}

/** A block whose state overrides have been applied. */
export interface StartedBlock extends Candidate {
  readonly context: BlockContext
  readonly precompiles: Precompiles
}

/** Runs the calls of one block (geth, internal/ethapi/simulate.go, processBlock). */
export class BlockRun {
  readonly #shared: SharedParts
  readonly #block: StartedBlock
  readonly #logs: SimulationLogs
  readonly #system: SystemCaller
  readonly #transactions: PackedTransaction[] = []
  readonly #calls: SimulatedCall[] = []
  /** of the calls that succeeded */
  readonly #contractLogs: Log[] = []
  readonly #gas: BlockGas
  #blobGasUsed = 0n

  private constructor(shared: SharedParts, block: StartedBlock) {
    this.#shared = shared
    this.#block = block
    this.#logs = new SimulationLogs(shared.traceTransfers)
    const { context, precompiles } = block
    this.#gas = new BlockGas(context.gasLimit, isAtLeast(block.fork, 'amsterdam'))
    this.#system = { engine: shared.engine, context, precompiles, tracer: this.#logs }
  }

  /** Starts a block on the state of the engine. */
  static async start(shared: SharedParts, block: StartedBlock): Promise<BlockRun> {
    const run = new BlockRun(shared, block)
    const { state } = shared.engine
    if (isAtLeast(block.fork, 'amsterdam')) state.recordAccesses(new Map())
    state.beginAccess()
    await callBeforeTransactions(run.#system, block.header)
    state.endAccess(0)
    return run
  }

  /** The outcomes so far. */
  get calls(): readonly SimulatedCall[] {
    return this.#calls
  }

  /**
   * Runs a call as the next transaction of the block.
   *
   * @throws {CallError} if it cannot be part of the block
   */
  async add(call: CallMessage): Promise<void> {
    const { engine, budget, validation } = this.#shared
    const sender = engine.state.account(call.from ?? NO_SENDER)
    const complete = completeMessage(call, {
      nonce: sender?.nonce ?? 0n,
      gasLeft: validation ? this.#gas.left : this.#gas.leftUncapped,
      budget,
      baseFee: this.#block.context.baseFee,
      chainId: engine.environment.rules.chainId,
    })
    engine.state.beginAccess()
    const result = await this.#apply(complete)
    engine.state.endAccess(this.#calls.length + 1)
    this.#pack(complete, result)
    budget.consume(result.gasUsed)
    const { failure, output, gasUsed, peakGasUsed } = result
    this.#calls.push({
      nonce: complete.message.nonce,
      returnData: failure === undefined ? output : NOTHING,
      logs: failure === undefined ? this.#logs.numbered(result.logs) : [],
      gasUsed,
      maxUsedGas: peakGasUsed,
      error: failure && executionError(failure, output, complete),
    })
  }

  async #apply({ message }: CompleteMessage): Promise<MessageResult> {
    const { engine, validation } = this.#shared
    const { context, precompiles } = this.#block
    const checks = {
      nonce: validation,
      sender: false,
      executionCap: validation,
      allowNoFee: !validation,
    }
    const options = { checks, precompiles, tracer: this.#logs }
    try {
      return await applyMessage(engine, context, message, options)
    } catch (error) {
      throw error instanceof MessageError ? messageFailure(error, message.gasLimit) : error
    }
  }

  #pack(complete: CompleteMessage, result: MessageResult): void {
    const logs = result.failure === undefined ? this.#logs.ofContracts(result.logs) : []
    this.#gas.add(result)
    if (complete.type === 3) {
      this.#blobGasUsed += GAS_PER_BLOB * BigInt(complete.message.blobHashes?.length ?? 0)
    }
    this.#contractLogs.push(...logs)
    this.#transactions.push(
      this.#shared.packer.pack(complete, {
        statusOrRoot: this.#statusOrRoot(result.failure === undefined),
        cumulativeGas: this.#gas.cumulative,
        logs,
      }),
    )
  }

  /** The status; before Byzantium the state root after the transaction (EIP-658). */
  #statusOrRoot(succeeded: boolean): Uint8Array {
    if (!isAtLeast(this.#block.fork, 'byzantium')) return this.#shared.state.root()
    return succeeded ? Uint8Array.of(1) : NOTHING
  }

  /**
   * Completes the block.
   *
   * @throws {CallError} if its requests to the beacon chain are invalid
   */
  async seal(withdrawals: readonly WithdrawalFields[]): Promise<SealedSimulation> {
    const { fork, header } = this.#block
    const requests = await this.#settle(withdrawals)
    const { accesses } = this.#shared.engine.state
    const complete: HeaderValues = {
      ...header,
      stateRoot: this.#shared.state.root(),
      gasUsed: this.#gas.used,
      ...(isAtLeast(fork, 'cancun') && { blobGasUsed: this.#blobGasUsed }),
      ...(isAtLeast(fork, 'prague') && { requestsHash: hashRequests(requests) }),
      ...(accesses && { blockAccessListHash: keccak256(encodeAccesses(accesses)) }),
    }
    return sealBlock(complete, {
      transactions: this.#transactions,
      withdrawals: isAtLeast(fork, 'shanghai') ? withdrawals : undefined,
      blobGasPrice: this.#block.context.blobBaseFee ?? 0n,
    })
  }

  /** After the last call: pays withdrawals and the reward, and collects the requests to the beacon chain. */
  async #settle(withdrawals: readonly WithdrawalFields[]): Promise<Uint8Array[]> {
    const { engine } = this.#shared
    const { fork, header } = this.#block
    engine.state.beginAccess()
    if (isAtLeast(fork, 'shanghai')) await payWithdrawals(engine.state, withdrawals)
    if (header.difficulty !== 0n) {
      const reward = commonOf(engine.environment.rules, fork).param('minerReward')
      await payRewards(engine.state, reward, header.miner, [])
    }
    if (!isAtLeast(fork, 'prague')) return []
    const requests = await collectRequests(this.#system, this.#contractLogs)
    engine.state.endAccess(this.#calls.length + 1)
    return requests
  }
}

const NOTHING = new Uint8Array(0)
