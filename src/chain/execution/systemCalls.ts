import type { Block as ExecutionBlock } from '@ethereumjs/block'
import type { ExecResult } from '@ethereumjs/evm'
import { Address } from '@ethereumjs/util'
import { fromHex } from '../../primitives/hex.ts'
import {
  beaconRoots,
  builderDeposits,
  builderExits,
  consolidationRequests,
  historyStorage,
  SYSTEM_CALLER,
  type SystemContract,
  withdrawalRequests,
} from '../contracts/system.ts'
import { encodeDeposits } from '../protocol/deposits.ts'
import { isAtLeast } from '../protocol/forks.ts'
import { hasCode } from '../state/emptyAccount.ts'
import { prepareSystemCall } from './amsterdam/prepareSystemCall.ts'
import type { Engine } from './engine.ts'
import { quickSystemCall } from './quickSystemCalls.ts'
import { removeDestroyed } from './removeDestroyed.ts'

/** The caller of system contracts (EIP-4788, EIP-2935, EIP-7002, EIP-7251). */
export const SYSTEM_ADDRESS = new Address(fromHex(SYSTEM_CALLER))

/** The gas limit of a system call, which does not count towards the block's. */
export const SYSTEM_CALL_GAS = 30_000_000n

const NO_INPUT = new Uint8Array(0)

type SystemCallResult = Pick<ExecResult, 'exceptionError' | 'returnValue'>

const QUICK_RESULT: SystemCallResult = { returnValue: new Uint8Array(0) }

/**
 * Calls the system contracts that run before the first transaction of a block (EIP-4788, EIP-2935). It does not matter
 * whether they exist or fail.
 */
export async function callBeforeTransactions(engine: Engine, block: ExecutionBlock): Promise<void> {
  const { parentHash, parentBeaconBlockRoot = new Uint8Array(32) } = block.header
  if (isAtLeast(engine.fork, 'cancun')) {
    await call(engine, block, beaconRoots, parentBeaconBlockRoot)
  }
  if (isAtLeast(engine.fork, 'prague')) await call(engine, block, historyStorage, parentHash)
}

/**
 * Collects the requests to the beacon chain after the last transaction of a block (EIP-7685).
 *
 * @param deposits data of the block's deposit events
 * @returns each request prefixed with its type, ordered by type, without empty ones
 * @throws {InvalidDepositError}
 * @throws if a queue of requests is not a contract, or fails (EIP-7002, EIP-7251, EIP-8282)
 */
export async function collectRequests(
  engine: Engine,
  block: ExecutionBlock,
  deposits: readonly Uint8Array[],
): Promise<Uint8Array[]> {
  if (!isAtLeast(engine.fork, 'prague')) return []
  const byType = [
    [0x00, encodeDeposits(deposits)],
    [0x01, await callQueue(engine, block, withdrawalRequests)],
    [0x02, await callQueue(engine, block, consolidationRequests)],
    ...(isAtLeast(engine.fork, 'amsterdam')
      ? ([
          [0x03, await callQueue(engine, block, builderDeposits)],
          [0x04, await callQueue(engine, block, builderExits)],
        ] as const)
      : []),
  ] as const
  return byType
    .filter(([, request]) => request.length > 0)
    .map(([type, request]) => Uint8Array.of(type, ...request))
}

async function callQueue(
  engine: Engine,
  block: ExecutionBlock,
  contract: SystemContract,
): Promise<Uint8Array> {
  const { name, address } = contract
  const account = engine.state.account(fromHex(address))
  if (account === undefined || !hasCode(account)) {
    if (engine.mayLackQueues) return NO_INPUT
    throw new Error(`the system contract ${name} has no code at ${address}`)
  }
  const { exceptionError, returnValue } = await call(engine, block, contract, NO_INPUT)
  if (exceptionError === undefined) return returnValue
  throw new Error(`the system contract ${name} at ${address} failed: ${exceptionError.error}`)
}

async function call(
  { evm, state, fork }: Engine,
  block: ExecutionBlock,
  contract: SystemContract,
  input: Uint8Array,
): Promise<SystemCallResult> {
  if (quickSystemCall(state, contract, block.header, input)) return QUICK_RESULT
  if (isAtLeast(fork, 'amsterdam')) prepareSystemCall(evm, contract)
  const { execResult } = await evm.runCall({
    block,
    caller: SYSTEM_ADDRESS,
    to: new Address(fromHex(contract.address)),
    data: input,
    gasLimit: SYSTEM_CALL_GAS,
    // A system call is not a transaction, so it must not change the caller's account.
    skipNonceIncrement: true,
  })
  removeDestroyed(state, fork, execResult)
  await evm.journal.cleanup()
  state.originalStorageCache.clear()
  return execResult
}
