import { GAS_PER_BLOB } from '../protocol/blobGas.ts'
import { isAtLeast } from '../protocol/forks.ts'
import { intrinsicGas } from '../protocol/intrinsicGas.ts'
import { GAS_LIMIT_CAP, STIPEND, TRANSFER_GAS } from '../protocol/transactionGas.ts'
import { type AppliedMessage, ESTIMATE_CHECKS } from './appliedMessage.ts'
import { applyMessage, type MessageResult } from './applyMessage.ts'
import { applyStateOverrides } from './applyOverrides.ts'
import type { BlockContext } from './blockContext.ts'
import type { CallInput } from './call.ts'
import { completeCall } from './callDefaults.ts'
import { type CallEngine, withCallEngine } from './callEngine.ts'
import type { CallEnvironment } from './callEnvironment.ts'
import { CallError, callServerError } from './callError.ts'
import { MessageError } from './messageError.ts'
import { estimationContext } from './overriddenBlock.ts'
import { revertError } from './revertReason.ts'
import { withoutBaseFee } from './withoutBaseFee.ts'

/** A call whose gas is estimated. */
export interface EstimateInput extends CallInput {
  /** whether the estimate must be exact, and may exceed the gas of a transaction (EIP-7825), as in Anvil */
  readonly isExact?: boolean | undefined
}

/** The search ends where the estimate is at most this much too high (geth's `estimateGasErrorRatio`). */
const ERROR_RATIO = 0.015

/**
 * The least gas with which a call succeeds, found as geth finds it (eth/gasestimator): by running it again and again.
 *
 * @returns in gas
 * @throws {CallError} if no gas suffices, or it fails for another reason
 */
export function estimateGas(environment: CallEnvironment, input: EstimateInput): Promise<bigint> {
  const block = estimationContext(environment, input.blockOverrides)
  return withCallEngine(environment, async (engine) => {
    const evm = await engine.evmFor(block)
    // As in geth, overrides of precompiled contracts are checked, but have no effect on an estimate.
    const precompiles = new Map(evm.standardPrecompiles)
    await applyStateOverrides(engine, input.stateOverrides ?? [], precompiles)
    const { chainId } = environment.rules
    const { gasCap } = input
    const call = { ...input.call, gas: input.call.gas ?? 0n }
    const message = completeCall(call, { gasCap, baseFee: block.baseFee, chainId })
    return new Estimation(engine, withoutBaseFee(block, message, input), message, input).search()
  })
}

class Estimation {
  readonly #engine: CallEngine
  readonly #block: BlockContext
  readonly #message: AppliedMessage
  readonly #gasCap: bigint
  readonly #isExact: boolean

  constructor(
    engine: CallEngine,
    block: BlockContext,
    message: AppliedMessage,
    { gasCap, isExact = false }: EstimateInput,
  ) {
    this.#engine = engine
    this.#block = block
    this.#message = message
    this.#gasCap = gasCap
    this.#isExact = isExact
  }

  async search(): Promise<bigint> {
    const isTransfer = this.#isTransfer()
    if (isTransfer && this.#isUncheckedTransfer()) return TRANSFER_GAS
    const most = this.#mostGas()
    if (isTransfer && !this.#isExact) {
      const transfer = await this.#run(TRANSFER_GAS).catch(ignoreMessageError)
      if (transfer !== undefined && transfer.failure === undefined) return transfer.gasUsed
    }
    const unlimited = await this.#run(most)
    if (unlimited === undefined || unlimited.failure?.kind === 'outOfGas') {
      throw callServerError(`gas required exceeds allowance (${most})`)
    }
    const { failure, output, printed } = unlimited
    this.#engine.environment.print?.(printed)
    if (failure?.kind === 'reverted') throw revertError(output)
    if (failure !== undefined) throw callServerError(failure.message)
    return this.#bisect(most, unlimited)
  }

  #isTransfer(): boolean {
    const { to, data } = this.#message
    return data.length === 0 && to !== undefined && this.#engine.codeOf(to).length === 0
  }

  /**
   * Whether a transfer is estimated without looking at the sender's balance, as Anvil does (do_estimate_gas_with_state in
   * crates/anvil/src/eth/api.rs). Anvil has no Amsterdam, where the gas of a transfer depends on its recipient.
   */
  #isUncheckedTransfer(): boolean {
    const { accessList, blobHashes, authorizationList } = this.#message
    const hasLists = [accessList, blobHashes, authorizationList].some((list) => list !== undefined)
    return this.#isExact && !hasLists && !isAtLeast(this.#block.fork, 'amsterdam')
  }

  /** What the call that ran last needs to take the same steps. */
  async #neededBy({ peakGasUsed }: MessageResult): Promise<bigint> {
    const { neededGas } = await this.#engine.evmFor(this.#block)
    const needed = intrinsicGas(this.#message, this.#block.fork) + neededGas
    return needed > peakGasUsed ? needed : peakGasUsed
  }

  async #bisect(most: bigint, unlimited: MessageResult): Promise<bigint> {
    let failing = unlimited.gasUsed - 1n
    // Anvil looks for more than this, so only transfers that it does not run are estimated lower.
    if (this.#isExact && failing < TRANSFER_GAS) failing = TRANSFER_GAS
    let succeeding = most
    const attempt = async (gas: bigint) => {
      if (gas <= failing || gas >= succeeding) return
      if (await this.#succeeds(gas)) succeeding = gas
      else failing = gas
    }
    const used = unlimited.peakGasUsed
    if (this.#isExact) {
      // Mostly the answer: unless what code does depends on its gas.
      const needed = await this.#neededBy(unlimited)
      await attempt(needed)
      await attempt(needed - 1n)
    }
    await attempt(((used + STIPEND) * 64n) / 63n)
    while (failing + 1n < succeeding) {
      const error = Number(succeeding - failing) / Number(succeeding)
      if (!this.#isExact && error < ERROR_RATIO) break
      const half = failing + (succeeding - failing) / 2n
      // Most calls need little more than they used.
      await attempt(half > failing * 2n ? failing * 2n : half)
    }
    return succeeding
  }

  /** The highest gas limit to try: of the block, the call, the protocol, the sender's balance and the server. */
  #mostGas(): bigint {
    const { gasLimit, gasFeeCap } = this.#message
    const gasCap = this.#gasCap
    let most = gasLimit >= TRANSFER_GAS ? gasLimit : this.#block.gasLimit
    const { fork } = this.#block
    const isCapped = isAtLeast(fork, 'osaka') && !isAtLeast(fork, 'amsterdam')
    if (isCapped && !this.#isExact && most > GAS_LIMIT_CAP) most = GAS_LIMIT_CAP
    if (gasFeeCap > 0n) {
      const affordable = this.#available() / gasFeeCap
      if (affordable < most) most = affordable
    }
    return gasCap > 0n && most > gasCap ? gasCap : most
  }

  /** What the sender has left for gas, in wei. */
  #available(): bigint {
    const { from, value, blobHashes = [], blobGasFeeCap = 0n } = this.#message
    const balance = this.#engine.state.account(from)?.balance ?? 0n
    if (this.#isExact ? value > balance : value >= balance)
      throw callServerError('insufficient funds for transfer')
    const available = balance - value
    if (!isAtLeast(this.#block.fork, 'cancun') || blobHashes.length === 0) return available
    const blobCost = BigInt(blobHashes.length) * GAS_PER_BLOB * blobGasFeeCap
    if (blobCost >= available) {
      throw callServerError('insufficient funds for gas * price + value')
    }
    return available - blobCost
  }

  async #succeeds(gas: bigint): Promise<boolean> {
    const result = await this.#run(gas)
    return result !== undefined && result.failure === undefined
  }

  /** Runs the call with a gas limit; undefined if the limit itself is refused. */
  async #run(gasLimit: bigint): Promise<MessageResult | undefined> {
    const { state } = this.#engine
    await state.checkpoint()
    try {
      return await applyMessage(
        this.#engine,
        this.#block,
        { ...this.#message, gasLimit },
        { checks: ESTIMATE_CHECKS },
      )
    } catch (error) {
      if (!(error instanceof MessageError)) throw error
      if (error.problem === 'intrinsicGas') return undefined
      throw callServerError(`failed with ${gasLimit} gas: ${error.message}`)
    } finally {
      await state.revert()
    }
  }
}

function ignoreMessageError(error: unknown): undefined {
  if (!(error instanceof CallError)) throw error
  return undefined
}
