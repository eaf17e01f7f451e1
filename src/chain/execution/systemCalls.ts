import type { Block as ExecutionBlock } from '@ethereumjs/block'
import { Address } from '@ethereumjs/util'
import { fromHex } from '../../primitives/hex.ts'
import {
  beaconRoots,
  consolidationRequests,
  historyStorage,
  type SystemContract,
  withdrawalRequests,
} from '../contracts/system.ts'
import { encodeDeposits } from '../protocol/deposits.ts'
import { isAtLeast } from '../protocol/forks.ts'
import type { Engine } from './engine.ts'

/** Who the protocol is when it calls a contract (EIP-4788, EIP-2935, EIP-7002, EIP-7251). */
const SYSTEM_ADDRESS = new Address(fromHex('0xfffffffffffffffffffffffffffffffffffffffe'))

/** In gas: what such a call may use, outside the block's own limit. */
const SYSTEM_CALL_GAS = 30_000_000n

const NO_INPUT = new Uint8Array(0)

/** What the protocol does before the first transaction of a block. */
export async function callBeforeTransactions(engine: Engine, block: ExecutionBlock): Promise<void> {
  const { parentHash, parentBeaconBlockRoot = new Uint8Array(32) } = block.header
  if (isAtLeast(engine.fork, 'cancun')) {
    await call(engine, block, beaconRoots, parentBeaconBlockRoot)
  }
  if (isAtLeast(engine.fork, 'prague')) await call(engine, block, historyStorage, parentHash)
}

/**
 * What the protocol does after the last transaction: collects the requests to the beacon chain that are due.
 *
 * @param deposits data of the block's deposit events
 * @returns the requests, each with its type before it, in the order of their types (EIP-7685); empty ones left out
 * @throws {InvalidDepositError}
 */
export async function collectRequests(
  engine: Engine,
  block: ExecutionBlock,
  deposits: readonly Uint8Array[],
): Promise<Uint8Array[]> {
  if (!isAtLeast(engine.fork, 'prague')) return []
  const byType = [
    [0x00, encodeDeposits(deposits)],
    [0x01, await call(engine, block, withdrawalRequests, NO_INPUT)],
    [0x02, await call(engine, block, consolidationRequests, NO_INPUT)],
  ] as const
  return byType
    .filter(([, request]) => request.length > 0)
    .map(([type, request]) => Uint8Array.of(type, ...request))
}

async function call(
  { vm, state }: Engine,
  block: ExecutionBlock,
  contract: SystemContract,
  input: Uint8Array,
): Promise<Uint8Array> {
  const caller = await state.getAccount(SYSTEM_ADDRESS)
  const { execResult } = await vm.evm.runCall({
    block,
    caller: SYSTEM_ADDRESS,
    to: new Address(fromHex(contract.address)),
    data: input,
    gasLimit: SYSTEM_CALL_GAS,
  })
  // The call is nobody's transaction: whatever it did to the caller's own account did not happen.
  await state.putAccount(SYSTEM_ADDRESS, caller)
  await vm.evm.journal.cleanup()
  if (execResult.exceptionError !== undefined) {
    throw new Error(
      `system contract ${contract.address} failed: ${execResult.exceptionError.error}`,
    )
  }
  return execResult.returnValue
}
