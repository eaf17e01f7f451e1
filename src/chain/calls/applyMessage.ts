import type { EVMResult, Log, PrecompileFunc } from '@ethereumjs/evm'
import { Address } from '@ethereumjs/util'
import { checksumAddress } from '../../primitives/checksumAddress.ts'
import { toHex } from '../../primitives/hex.ts'
import type { UsedGas } from '../execution/blockGas.ts'
import { removeDestroyed } from '../execution/removeDestroyed.ts'
import { isAtLeast } from '../protocol/forks.ts'
import { floorGas, intrinsicGas } from '../protocol/intrinsicGas.ts'
import { GAS_LIMIT_CAP } from '../protocol/transactionGas.ts'
import { EMPTY_CODE_HASH } from '../state/account.ts'
import type { AppliedMessage, MessageChecks } from './appliedMessage.ts'
import { applyAuthorizations } from './authorizations.ts'
import type { BlockContext } from './blockContext.ts'
import type { CallEngine } from './callEngine.ts'
import type { CallEvm } from './callEvm.ts'
import type { CallTracer } from './callTracer.ts'
import { advanceCost, checkMessage } from './checkMessage.ts'
import { evmHeader } from './evmHeader.ts'
import { describeFailure } from './failures/describeFailure.ts'
import type { EvmFailure } from './failures/evmFailure.ts'
import { MessageError } from './messageError.ts'
import { runAmsterdam } from './runAmsterdam.ts'

export interface ApplyOptions {
  readonly checks: MessageChecks
  readonly tracer?: CallTracer | undefined
  /** the precompiled contracts by their addresses in hex without prefix; default: those of the fork */
  readonly precompiles?: ReadonlyMap<string, PrecompileFunc> | undefined
  /** in gas: what the block has left; a message with a higher limit is refused; default: any limit is allowed */
  readonly gasAvailable?: bigint | undefined
  /** whether the state is discarded next, so that what comes after the code does not matter; default: false */
  readonly isLast?: boolean | undefined
}

/** The outcome of a message. */
export interface MessageResult extends UsedGas {
  /** in gas, before refunds */
  readonly peakGasUsed: bigint
  /** why it failed; undefined if it succeeded */
  readonly failure: EvmFailure | undefined
  /** what the call returned, or the code of the new contract; with a failure, what it reverted with */
  readonly output: Uint8Array
  readonly logs: readonly Log[]
  /** 20 bytes; undefined unless the message is to create a contract */
  readonly createdAddress: Uint8Array | undefined
  /** the input of each call of `console.log`, in order */
  readonly printed: readonly Uint8Array[]
}

/**
 * Runs a message on the state of an engine as geth does (core/state_transition.go), and keeps its changes. Everything
 * that lasts for one transaction is cleared afterwards, so that several messages may follow each other.
 *
 * @throws {MessageError} if it cannot be part of the block; the state is then as before
 * @throws what the meter throws; the state must then be discarded
 */
export async function applyMessage(
  engine: CallEngine,
  block: BlockContext,
  message: AppliedMessage,
  { checks, tracer, precompiles, gasAvailable, isLast = false }: ApplyOptions,
): Promise<MessageResult> {
  const evm = await engine.evmFor(block)
  checkMessage(engine, block, message, checks, gasAvailable)
  const cost = advanceCost(engine, block, message)
  evm.prepare(engine.environment.meter, tracer)
  evm.usePrecompiles(precompiles)
  evm.journal.cleanJournal()
  evm.transientStorage.clear()
  await evm.journal.checkpoint()
  changeBalance(engine, evm, message.from, -cost)
  let intrinsic: bigint
  try {
    intrinsic = payableIntrinsicGas(engine, block, message, checks)
  } catch (error) {
    await evm.journal.revert()
    throw error
  }
  warm(evm, block, message)

  const { run, settled } = isAtLeast(block.fork, 'amsterdam')
    ? await runAmsterdam(engine, evm, block, message, { intrinsic, checks })
    : await runEarlier(engine, evm, block, message, intrinsic)
  const result = { ...settled, printed: evm.printed }
  if (isLast) return result
  const unused = message.gasLimit - result.gasUsed
  if (unused > 0n) changeBalance(engine, evm, message.from, unused * message.gasPrice)
  const fee = result.gasUsed * effectiveTip(block, message, checks)
  changeBalance(engine, evm, block.coinbase, fee)
  removeDestroyed(engine.state, block.fork, run.result?.execResult ?? {})
  await evm.journal.commit()
  await evm.journal.cleanup()
  engine.state.originalStorageCache.clear()
  evm.transientStorage.clear()
  return result
}

/** What a message did, and its outcome. */
export interface RunMessage {
  readonly run: Pick<Run, 'result'>
  readonly settled: Omit<MessageResult, 'printed'>
}

async function runEarlier(
  engine: CallEngine,
  evm: CallEvm,
  block: BlockContext,
  message: AppliedMessage,
  intrinsic: bigint,
): Promise<RunMessage> {
  const gas = message.gasLimit - intrinsic
  const run = await execute(engine, evm, block, message, gas)
  return { run, settled: settle(block, message, run, gas) }
}

/** What the code of a message did. */
interface Run {
  readonly gasUsed: bigint
  /** the refund counter, in gas */
  readonly refund: bigint
  readonly failure: EvmFailure | undefined
  /** undefined if no code was to run, because the message could not start */
  readonly result: EVMResult | undefined
}

/** It touches the account even if nothing changes. */
function changeBalance(
  { state }: CallEngine,
  evm: CallEvm,
  address: Uint8Array,
  difference: bigint,
): void {
  const { nonce, balance, codeHash } = state.account(address) ?? NO_ACCOUNT
  evm.touch(address)
  state.setAccount(address, {
    nonce,
    balance: BigInt.asUintN(256, balance + difference),
    codeHash,
  })
}

const NO_ACCOUNT = { nonce: 0n, balance: 0n, codeHash: EMPTY_CODE_HASH } as const

function payableIntrinsicGas(
  { state }: CallEngine,
  { fork }: BlockContext,
  message: AppliedMessage,
  { executionCap }: MessageChecks,
): bigint {
  const { from, value, gasLimit } = message
  const gas = intrinsicGas(message, fork)
  if (gasLimit < gas) {
    throw new MessageError('intrinsicGas', `intrinsic gas too low: have ${gasLimit}, want ${gas}`)
  }
  const floor = floorGas(message, fork)
  if (gasLimit < floor) {
    throw new MessageError(
      'floorDataGas',
      `insufficient gas for floor data gas cost: have ${gasLimit}, want ${floor}`,
    )
  }
  const isTooHigh = gas > GAS_LIMIT_CAP || floor > GAS_LIMIT_CAP
  if (executionCap && isAtLeast(fork, 'amsterdam') && isTooHigh) {
    throw new MessageError(
      'floorDataGas',
      `insufficient gas for floor data gas cost: intrinsic cost ${gas}, floor: ${floor}`,
    )
  }
  if (value > 0n && (state.account(from)?.balance ?? 0n) < value) {
    throw new MessageError(
      'insufficientFundsForTransfer',
      `insufficient funds for transfer: address ${checksumAddress(from)}`,
    )
  }
  return gas
}

/** Marks what costs less to access from the start (EIP-2929, EIP-2930, EIP-3651). */
function warm(evm: CallEvm, { fork, coinbase }: BlockContext, message: AppliedMessage): void {
  if (!isAtLeast(fork, 'berlin')) return
  const { from, to, accessList } = message
  const { journal } = evm
  journal.addAlwaysWarmAddress(toHex(from))
  if (to !== undefined) journal.addAlwaysWarmAddress(toHex(to))
  if (isAtLeast(fork, 'shanghai')) journal.addAlwaysWarmAddress(toHex(coinbase))
  for (const { address, storageKeys } of accessList ?? []) {
    journal.addAlwaysWarmAddress(toHex(address))
    for (const key of storageKeys) journal.addAlwaysWarmSlot(toHex(address), toHex(key))
  }
  evm.warmPrecompiles()
}

async function execute(
  engine: CallEngine,
  evm: CallEvm,
  block: BlockContext,
  message: AppliedMessage,
  gas: bigint,
): Promise<Run> {
  const { from, to, value, data, gasPrice, blobHashes, authorizationList } = message
  const { state } = engine
  const sender = state.account(from) ?? NO_ACCOUNT
  const nonce = BigInt.asUintN(64, sender.nonce + 1n)
  if (to === undefined && nonce === 0n) {
    return {
      gasUsed: 0n,
      refund: 0n,
      failure: { kind: 'other', message: 'nonce uint64 overflow' },
      result: undefined,
    }
  }
  evm.touch(from)
  state.setAccount(from, { nonce, balance: sender.balance, codeHash: sender.codeHash })
  const refund =
    authorizationList === undefined ? 0n : await applyAuthorizations(engine, evm, authorizationList)
  evm.refundBefore(refund)
  const result = await evm.runCall({
    block: { header: evmHeader(block) },
    gasPrice,
    caller: new Address(from),
    gasLimit: gas,
    ...(to !== undefined && { to: new Address(to) }),
    value,
    data,
    ...(blobHashes !== undefined && { blobVersionedHashes: blobHashes.map(toHex) }),
    skipNonceIncrement: true,
  })
  const { executionGasUsed, gasRefund = 0n } = result.execResult
  return {
    gasUsed: executionGasUsed,
    refund: refund + gasRefund,
    failure: describeFailure(evm, block.fork, result.execResult, {
      isCreation: to === undefined,
      data,
      gas,
    }),
    result,
  }
}

/** Deducts the refund (EIP-3529), and raises the gas to the floor (EIP-7623). */
function settle(
  { fork }: BlockContext,
  message: AppliedMessage,
  { gasUsed: executed, refund, failure, result }: Run,
  gas: bigint,
): RunMessage['settled'] {
  const used = message.gasLimit - gas + executed
  const refundMax = used / (isAtLeast(fork, 'london') ? 5n : 2n)
  const afterRefund = used - (refund < refundMax ? refund : refundMax)
  const floor = floorGas(message, fork)
  return {
    gasUsed: afterRefund < floor ? floor : afterRefund,
    peakGasUsed: used < floor ? floor : used,
    failure,
    output: result?.execResult.returnValue ?? new Uint8Array(0),
    logs: result?.execResult.logs ?? [],
    createdAddress: message.to === undefined ? result?.createdAddress?.bytes : undefined,
  }
}

/** @returns in wei per gas: what the coinbase receives */
function effectiveTip(block: BlockContext, message: AppliedMessage, checks: MessageChecks): bigint {
  const { gasPrice, gasFeeCap, gasTipCap } = message
  if (checks.allowNoFee && gasFeeCap === 0n && gasTipCap === 0n) return 0n
  if (!isAtLeast(block.fork, 'london')) return gasPrice
  return gasPrice - (block.baseFee ?? 0n)
}
