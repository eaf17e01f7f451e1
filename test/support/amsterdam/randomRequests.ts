import {
  builderDeposits,
  builderExits,
  consolidationRequests,
  type SystemContract,
  withdrawalRequests,
} from '../../../src/chain/contracts/system.ts'
import type { GenesisAccount } from '../../../src/chain/genesis/genesis.ts'
import { fromHex, type Hex } from '../../../src/primitives/hex.ts'
import type { Draws } from './draws.ts'

const GWEI = 10n ** 9n

/** In wei: usually more than the fee of a request. */
const FEE_MAX = 10n ** 9n

/** The contract of deposits to the beacon chain, which geth's tests have at its address on mainnet. */
const BEACON_DEPOSITS = '0x00000000219ab540356cbb839cbe05303d7705fa'

/** Code that writes its input as the data of `DepositEvent`. */
const LOGS_DEPOSITS: Hex =
  '0x365f5f377f649bbc62d0e31342afea4e5cd82d4049e7e1ee912fc0889aa790803be39038c5365fa100'

/** The fields of `DepositEvent`, in bytes (EIP-6110). */
const DEPOSIT_FIELDS = [48, 32, 8, 96, 8]

/** The contracts that queue requests, and the bytes of input that each wants. */
const queues = [
  { contract: withdrawalRequests, size: 56 },
  { contract: consolidationRequests, size: 96 },
  { contract: builderDeposits, size: 184 },
  { contract: builderExits, size: 48 },
] as const

/** What a transaction that makes a request has. */
interface RequestCall {
  readonly to: Uint8Array
  /** in wei */
  readonly value: bigint
  readonly data: Uint8Array
}

/** Draws a call that queues a request of any type; one in ten offers too little. */
export function requestCall(draws: Draws): RequestCall {
  const bytes = (count: number) =>
    Uint8Array.from(draws.list(count, count + 1, () => draws.below(256)))
  if (draws.one(5)) return { to: fromHex(BEACON_DEPOSITS), value: 0n, data: depositEvent(bytes) }
  const { contract, size } = draws.of(queues)
  const data = bytes(size)
  let value = draws.one(10) ? 0n : FEE_MAX
  if (contract === builderDeposits) {
    // At least one ether; the amount comes after the public key and the withdrawal credentials.
    const amount = GWEI + BigInt(draws.below(3))
    new DataView(data.buffer).setBigUint64(80, amount)
    value += amount * GWEI
  }
  return { to: fromHex(contract.address), value, data }
}

function depositEvent(bytes: (count: number) => Uint8Array): Uint8Array {
  const data = new Uint8Array(576)
  const words = new DataView(data.buffer)
  let at = 32 * DEPOSIT_FIELDS.length
  for (const [index, size] of DEPOSIT_FIELDS.entries()) {
    words.setUint32(32 * index + 28, at)
    words.setUint32(at + 28, size)
    data.set(bytes(size), at + 32)
    at += 32 + 32 * Math.ceil(size / 32)
  }
  return data
}

/** Storage of a system contract: half of the queues have an excess and requests of earlier blocks, up to their tail. */
export function drawQueue(draws: Draws, contract: SystemContract): GenesisAccount['storage'] {
  if (!queues.some((queue) => queue.contract === contract) || draws.one(2)) return {}
  return { [slot(0)]: slot(1 + draws.below(60)), [slot(3)]: slot(1 + draws.below(80)) }
}

/** The account of the contract of deposits to the beacon chain. */
export const beaconDeposits: GenesisAccount = {
  address: BEACON_DEPOSITS,
  balance: 0n,
  nonce: 1n,
  code: LOGS_DEPOSITS,
  storage: {},
}

function slot(value: number): Hex {
  return `0x${value.toString(16).padStart(64, '0')}`
}
