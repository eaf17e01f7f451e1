import { fromHex, toBigInt, toMinimalBytes } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { once } from '../../primitives/once.ts'
import {
  beaconRoots,
  builderDeposits,
  builderExits,
  consolidationRequests,
  historyStorage,
  type SystemContract,
  withdrawalRequests,
} from '../contracts/system.ts'
import type { StorageBase } from '../state/stateBase.ts'
import type { WorldState } from '../state/worldState.ts'

/** What system contracts read of a block. */
interface SystemBlock {
  readonly number: bigint
  /** in seconds since 1970 */
  readonly timestamp: bigint
}

/** The storage of one system contract. */
interface SystemStorage {
  get(slot: bigint): Uint8Array
  set(slot: bigint, value: Uint8Array): void
}

/** How many beacon roots and block hashes are kept (EIP-4788, EIP-2935). */
const RING = 8191n

/** How many requests per block leave the fee as it is (EIP-7002, EIP-7251, EIP-8282). */
const WITHDRAWALS_TARGET = 2n
const CONSOLIDATIONS_TARGET = 1n
const BUILDER_DEPOSITS_TARGET = 8n
const BUILDER_EXITS_TARGET = 2n

/** The slots of a queue of requests (EIP-7002, EIP-7251, EIP-8282). */
const [EXCESS, COUNT, QUEUE_HEAD, QUEUE_TAIL] = [0n, 1n, 2n, 3n] as const

/** In bytes: larger numbers are the mark of a queue that was never called, or written by a test; sums of them overflow. */
const NUMBER_BYTES_MAX = 6

interface QuickContract {
  readonly address: Uint8Array
  readonly codeHash: () => Uint8Array
  /** @returns whether it has done what the contract would do, with no output */
  run(storage: SystemStorage, block: SystemBlock, input: Uint8Array): boolean
}

const contracts: ReadonlyMap<SystemContract, QuickContract> = new Map([
  entry(beaconRoots, (storage, { timestamp }, root) => {
    const index = timestamp % RING
    storage.set(index, toMinimalBytes(timestamp))
    storage.set(index + RING, root)
    return true
  }),
  entry(historyStorage, (storage, { number }, parentHash) => {
    storage.set((number - 1n) % RING, parentHash)
    return true
  }),
  entry(withdrawalRequests, (storage) => settleEmptyQueue(storage, WITHDRAWALS_TARGET)),
  entry(consolidationRequests, (storage) => settleEmptyQueue(storage, CONSOLIDATIONS_TARGET)),
  entry(builderDeposits, (storage) => settleEmptyQueue(storage, BUILDER_DEPOSITS_TARGET)),
  entry(builderExits, (storage) => settleEmptyQueue(storage, BUILDER_EXITS_TARGET)),
])

/**
 * Does to the state what a call of a system contract would do, without running its code: blocks call these contracts far
 * more often than anything else. Tests compare both.
 *
 * @param input of the call: 32 bytes, or none for queues of requests
 * @returns false where the code must run: it is not that of the EIP, or there are requests to return
 */
export function quickSystemCall<Storage extends StorageBase>(
  state: WorldState<Storage>,
  contract: SystemContract,
  block: SystemBlock,
  input: Uint8Array,
): boolean {
  const quick = contracts.get(contract)
  if (quick === undefined) return false
  const { address, codeHash } = quick
  const account = state.account(address)
  if (account === undefined || Buffer.compare(account.codeHash, codeHash()) !== 0) return false
  const storage: SystemStorage = {
    get: (slot) => state.storage(address, wordOf(slot)),
    set: (slot, value) => state.setStorage(address, wordOf(slot), value),
  }
  return quick.run(storage, block, input)
}

function entry(
  contract: SystemContract,
  run: QuickContract['run'],
): readonly [SystemContract, QuickContract] {
  // Not before it is needed: while modules are loaded, hashing is slow.
  const codeHash = once(() => keccak256(fromHex(contract.code)))
  return [contract, { address: fromHex(contract.address), codeHash, run }]
}

/** Updates the excess of a queue without requests, from which the fee follows, and resets its count. */
function settleEmptyQueue(storage: SystemStorage, target: bigint): boolean {
  const [head, tail] = [storage.get(QUEUE_HEAD), storage.get(QUEUE_TAIL)]
  const [before, count] = [storage.get(EXCESS), storage.get(COUNT)]
  if (head.length + tail.length > 0) return false
  if (before.length > NUMBER_BYTES_MAX || count.length > NUMBER_BYTES_MAX) return false
  const sum = toBigInt(before) + toBigInt(count)
  const excess = toMinimalBytes(sum > target ? sum - target : 0n)
  if (Buffer.compare(excess, before) !== 0) storage.set(EXCESS, excess)
  if (count.length > 0) storage.set(COUNT, new Uint8Array(0))
  return true
}

/** 32 bytes. */
function wordOf(slot: bigint): Uint8Array {
  const word = new Uint8Array(32)
  // All slots are below 2^16.
  word[30] = Number(slot >> 8n)
  word[31] = Number(slot & 0xffn)
  return word
}
