import { Address } from '@ethereumjs/util'
import { checksumAddress } from '../../../primitives/checksumAddress.ts'
import { fromHex } from '../../../primitives/hex.ts'
import {
  beaconRoots,
  builderDeposits,
  builderExits,
  consolidationRequests,
  historyStorage,
  type SystemContract,
  withdrawalRequests,
} from '../../contracts/system.ts'
import { prepareSystemCall } from '../../execution/amsterdam/prepareSystemCall.ts'
import { quickSystemCall } from '../../execution/quickSystemCalls.ts'
import { removeDestroyed } from '../../execution/removeDestroyed.ts'
import { SYSTEM_ADDRESS, SYSTEM_CALL_GAS } from '../../execution/systemCalls.ts'
import { depositEvents, encodeDeposits, InvalidDepositError } from '../../protocol/deposits.ts'
import { isAtLeast } from '../../protocol/forks.ts'
import { MAINNET_DEPOSIT_CONTRACT } from '../../protocol/rules.ts'
import type { Precompiles } from '../applyOverrides.ts'
import type { BlockContext } from '../blockContext.ts'
import type { CallEngine } from '../callEngine.ts'
import { callServerError } from '../callError.ts'
import type { CallTracer } from '../callTracer.ts'
import { evmHeader } from '../evmHeader.ts'
import { describeFailure } from '../failures/describeFailure.ts'
import type { EvmFailure } from '../failures/evmFailure.ts'

type RequestLogs = Parameters<typeof depositEvents>[0]

/** A block whose system contracts are called. */
export interface SystemCaller {
  readonly engine: CallEngine
  readonly context: BlockContext
  readonly precompiles: Precompiles
  readonly tracer: CallTracer
}

/**
 * Calls the system contracts that run before the first transaction of a block (EIP-4788, EIP-2935). As in geth, it does
 * not matter whether they exist or fail: a state override may have replaced them.
 */
export async function callBeforeTransactions(
  caller: SystemCaller,
  header: {
    readonly parentHash: Uint8Array
    /** undefined or empty if there is none */
    readonly parentBeaconBlockRoot?: Uint8Array | undefined
  },
): Promise<void> {
  const { parentHash, parentBeaconBlockRoot } = header
  if (parentBeaconBlockRoot?.length) {
    await call(caller, beaconRoots, parentBeaconBlockRoot)
  }
  if (isAtLeast(caller.context.fork, 'prague')) await call(caller, historyStorage, parentHash)
}

/**
 * Collects the requests to the beacon chain after the last transaction of a block (EIP-7685).
 *
 * @param logs of the transactions that succeeded
 * @returns each request prefixed with its type, ordered by type, without empty ones
 * @throws {CallError} if the block would be invalid
 */
export async function collectRequests(
  caller: SystemCaller,
  logs: RequestLogs,
): Promise<Uint8Array[]> {
  const byType = [
    [0x00, depositRequests(caller, logs)],
    [0x01, await callQueue(caller, 'withdrawal', withdrawalRequests)],
    [0x02, await callQueue(caller, 'consolidation', consolidationRequests)],
    ...(isAtLeast(caller.context.fork, 'amsterdam')
      ? ([
          [0x03, await callQueue(caller, 'builder deposit', builderDeposits)],
          [0x04, await callQueue(caller, 'builder exit', builderExits)],
        ] as const)
      : []),
  ] as const
  return byType
    .filter(([, request]) => request.length > 0)
    .map(([type, request]) => Uint8Array.of(type, ...request))
}

function depositRequests({ engine }: SystemCaller, logs: RequestLogs): Uint8Array {
  const { depositContract = MAINNET_DEPOSIT_CONTRACT } = engine.environment.rules
  try {
    return encodeDeposits(depositEvents(logs, fromHex(depositContract)))
  } catch (error) {
    if (!(error instanceof InvalidDepositError)) throw error
    const problem = `failed to parse deposit logs: unable to parse deposit data: ${error.message}`
    throw callServerError(problem)
  }
}

async function callQueue(
  caller: SystemCaller,
  name: string,
  contract: SystemContract,
): Promise<Uint8Array> {
  const address = fromHex(contract.address)
  const refuse = (problem: string) => callServerError(`failed to process ${name} queue: ${problem}`)
  if (caller.engine.codeOf(address).length === 0) {
    if (caller.engine.environment.rules.mayLackQueues) return new Uint8Array(0)
    throw refuse(`empty system contract: no code at ${checksumAddress(address)}`)
  }
  const { output, failure } = await call(caller, contract, new Uint8Array(0))
  if (failure === undefined) return output
  throw refuse(`system call failed to execute: ${failure.message}`)
}

const QUICK_RESULT = { output: new Uint8Array(0), failure: undefined }

async function call(
  { engine, context, precompiles, tracer }: SystemCaller,
  contract: SystemContract,
  input: Uint8Array,
): Promise<{ readonly output: Uint8Array; readonly failure: EvmFailure | undefined }> {
  const { state, environment } = engine
  const block = { number: context.number, timestamp: context.time }
  const isPlain = !precompiles.has(contract.address.slice(2))
  if (isPlain && quickSystemCall(state, contract, block, input)) return QUICK_RESULT
  const evm = await engine.evmFor(context)
  evm.prepare(environment.meter, tracer)
  evm.usePrecompiles(precompiles)
  // A message that was refused may have left something.
  evm.journal.cleanJournal()
  if (isAtLeast(context.fork, 'amsterdam')) prepareSystemCall(evm, contract)
  const { execResult } = await evm.runCall({
    block: { header: evmHeader(context) },
    caller: SYSTEM_ADDRESS,
    to: new Address(fromHex(contract.address)),
    data: input,
    gasLimit: SYSTEM_CALL_GAS,
    skipNonceIncrement: true,
  })
  const failure = describeFailure(evm, context.fork, execResult, {
    isCreation: false,
    data: input,
    gas: SYSTEM_CALL_GAS,
  })
  removeDestroyed(state, context.fork, execResult)
  await evm.journal.cleanup()
  state.originalStorageCache.clear()
  return { output: execResult.returnValue, failure }
}
