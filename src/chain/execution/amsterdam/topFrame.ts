import { EVMError, type EVMResult, type EVMRunCallOpts } from '@ethereumjs/evm'
import { Address } from '@ethereumjs/util'
import { toHex } from '../../../primitives/hex.ts'
import { NEW_ACCOUNT_GAS } from '../../protocol/stateGas.ts'
import { GAS_LIMIT_CAP } from '../../protocol/transactionGas.ts'
import { delegationOf } from '../../state/delegation.ts'
import { isEmpty } from '../../state/emptyAccount.ts'
import type { StorageBase } from '../../state/stateBase.ts'
import type { WorldState } from '../../state/worldState.ts'
import type { SignedAuthorization } from '../authority.ts'
import { createdAddress } from '../createdAddress.ts'
import { accessGas } from './accountOperations.ts'
import type { AmsterdamEvm } from './amsterdamEvm.ts'
import { applyAuthorizations } from './authorizations.ts'
import { absorbSpilled, chargeState, type FrameGas, refillState } from './stateGas.ts'

/** What a transaction runs. */
export interface TopMessage {
  /** 20 bytes */
  readonly from: Uint8Array
  /** 20 bytes; undefined if it creates a contract */
  readonly to: Uint8Array | undefined
  /** in wei */
  readonly value: bigint
  readonly data: Uint8Array
  /** in gas */
  readonly gasLimit: bigint
  /** in wei per gas */
  readonly gasPrice: bigint
  /** 32 bytes each */
  readonly blobHashes: readonly Uint8Array[] | undefined
  readonly authorizations: readonly SignedAuthorization[]
}

/** What a message runs on. */
export interface TopContext {
  readonly evm: AmsterdamEvm
  readonly world: WorldState<StorageBase>
  readonly chainId: number
  readonly block: NonNullable<EVMRunCallOpts['block']>
  /** in gas */
  readonly intrinsicGas: bigint
  /** whether all gas may be spent on execution, beyond 2^24; default: false */
  readonly isUncapped?: boolean
}

/** The outcome of a message before its gas is settled. */
export interface TopRun {
  /** undefined if gas ran out before the first frame */
  readonly result: EVMResult | undefined
  /** in gas: what the first frame had, without that for state */
  readonly frameGas: bigint
  /** in gas: of both dimensions, before refunds */
  readonly gasUsed: bigint
  /** in gas */
  readonly stateGas: bigint
  /** the refund counter, in gas */
  readonly refund: bigint
}

/**
 * Raises the sender's nonce, pays for what a message does before its first frame, and runs it (executeCall and
 * executeCreate in core/state_transition.go of geth). The caller has paid for the gas and marked what is warm.
 */
export async function runTopFrame(context: TopContext, message: TopMessage): Promise<TopRun> {
  const { evm, world, intrinsicGas, isUncapped = false } = context
  const { from, to, gasLimit } = message
  const available = gasLimit - intrinsicGas
  const most = GAS_LIMIT_CAP - intrinsicGas
  const gas: FrameGas = {
    gasLeft: isUncapped || available < most ? available : most,
    stateGasSpilled: 0n,
  }
  const reservoir = available - gas.gasLeft
  evm.stateGasReservoir = reservoir
  evm.executionStateGasUsed = 0n
  const nonce = world.account(from)?.nonce ?? 0n
  world.setNonce(from, BigInt.asUintN(64, nonce + 1n))
  const isReady =
    to === undefined
      ? payForContract(context, gas, createdAddress(from, nonce, message.data, undefined))
      : await payBeforeCall(context, gas, message, to)
  if (isReady === undefined) {
    evm.stateGasReservoir = reservoir
    evm.executionStateGasUsed = 0n
    return {
      result: undefined,
      frameGas: 0n,
      gasUsed: gasLimit - reservoir,
      stateGas: 0n,
      refund: 0n,
    }
  }
  const frameGas = gas.gasLeft
  const result = await evm.runCall(callOptions(context, message, gas))
  gas.gasLeft -= result.execResult.executionGasUsed
  absorbSpilled(evm, gas, result.execResult.stateGasSpilled ?? 0n)
  settleFailure(context, message, gas, result, isReady === 'paid')
  return {
    result,
    frameGas,
    gasUsed: gasLimit - gas.gasLeft - evm.stateGasReservoir,
    stateGas: evm.executionStateGasUsed,
    refund: result.execResult.gasRefund ?? 0n,
  }
}

/** Whether a creation has paid for its account; undefined if gas has run out. */
type Readiness = 'paid' | 'free' | undefined

function payForContract({ evm, world }: TopContext, gas: FrameGas, address: Uint8Array): Readiness {
  if (!isEmpty(world.account(address))) return 'free'
  return chargeState(evm, gas, NEW_ACCOUNT_GAS) ? 'paid' : undefined
}

/** Applies authorizations, and pays for the recipient. If gas runs out, nothing of that remains. */
async function payBeforeCall(
  context: TopContext,
  gas: FrameGas,
  message: TopMessage,
  to: Uint8Array,
): Promise<Readiness> {
  const { journal } = context.evm
  if (message.authorizations.length === 0) {
    return payForRecipient(context, gas, message, to) ? 'free' : undefined
  }
  await journal.checkpoint()
  const isPaid =
    (await applyAuthorizations(context, gas, message, to)) &&
    payForRecipient(context, gas, message, to)
  await (isPaid ? journal.commit() : journal.revert())
  return isPaid ? 'free' : undefined
}

function payForRecipient(
  { evm, world }: TopContext,
  gas: FrameGas,
  { value }: TopMessage,
  to: Uint8Array,
): boolean {
  const account = world.account(to)
  if (value > 0n && isEmpty(account) && !chargeState(evm, gas, NEW_ACCOUNT_GAS)) return false
  const target = account && delegationOf(world.code(to))
  if (target === undefined) return true
  const cost = accessGas(evm.journal, target)
  if (gas.gasLeft < cost) return false
  gas.gasLeft -= cost
  // It counts as read.
  world.account(target)
  return true
}

function callOptions({ block }: TopContext, message: TopMessage, { gasLeft }: FrameGas) {
  const { from, to, value, data, gasPrice, blobHashes } = message
  return {
    block,
    gasPrice,
    caller: new Address(from),
    gasLimit: gasLeft,
    ...(to !== undefined && { to: new Address(to) }),
    value,
    data,
    ...(blobHashes !== undefined && { blobVersionedHashes: blobHashes.map(toHex) }),
    skipNonceIncrement: true,
  }
}

/** A message that fails gets back what it paid for the account that it wanted to create. */
function settleFailure(
  { evm, world }: TopContext,
  { to, value }: TopMessage,
  gas: FrameGas,
  { execResult }: EVMResult,
  isCreationPaid: boolean,
): void {
  const { exceptionError } = execResult
  if (exceptionError === undefined) return
  const isPaid = to === undefined ? isCreationPaid : value > 0n && isEmpty(world.account(to))
  if (isPaid) refillState(evm, gas, NEW_ACCOUNT_GAS)
  // Precompiled contracts of curve BN254 say that they revert, but they halt.
  const isPrecompiled = to !== undefined && evm.precompiles.has(toHex(to).slice(2))
  const reverts = exceptionError.error === EVMError.errorMessages.REVERT && !isPrecompiled
  if (!reverts) gas.gasLeft = 0n
}
