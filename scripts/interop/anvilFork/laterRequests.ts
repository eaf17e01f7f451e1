import { tokenContract } from '../../../src/chain/contracts/token.ts'
import { type Hex, toQuantity } from '../../../src/primitives/hex.ts'
import type { Random } from '../../../src/primitives/random.ts'
import { owner, pair, swapData, token0, token1, trader } from '../../../test/support/swapNetwork.ts'
import type { StateRequest } from '../geth/states/request.ts'

/** What was mined on top of the pinned block. */
export interface Later {
  readonly pin: number
  readonly head: number
  /** the hashes of its transactions */
  readonly sent: readonly Hex[]
}

const accounts = [owner, trader] as const
const contracts = [token0, token1, pair] as const

const families: readonly ((later: Later, random: Random) => StateRequest)[] = [
  stateOf,
  stateOf,
  callOf,
  callOf,
  blockOf,
  transactionOf,
  transactionOf,
  logsOf,
  feesOf,
]

/** Random requests about blocks on top of the pinned one, and about ranges that cross it. */
export function drawLater(later: Later, count: number, random: Random): StateRequest[] {
  return Array.from({ length: count }, () => random.pick(families)(later, random))
}

function stateOf({ pin, head }: Later, random: Random): StateRequest {
  const block = random.pick(['latest', toQuantity(random.between(pin, head))])
  const method = random.pick(['eth_getBalance', 'eth_getTransactionCount', 'eth_getCode'])
  if (random.chance(2, 3))
    return { method, params: [random.pick([...accounts, ...contracts]), block] }
  const slot = `0x${random.below(6).toString(16).padStart(64, '0')}`
  return { method: 'eth_getStorageAt', params: [random.pick(contracts), slot, block] }
}

function callOf({ pin, head }: Later, random: Random): StateRequest {
  const { balanceOf, totalSupply, transfer } = tokenContract.selectors
  const holder = random
    .pick([...accounts, pair])
    .slice(2)
    .padStart(64, '0')
  const amount = random.pick([1n, 10n ** 18n, 10n ** 30n])
  const data = random.pick([
    `${balanceOf}${holder}`,
    totalSupply,
    `${transfer}${holder}${amount.toString(16).padStart(64, '0')}`,
    swapData(amount),
  ])
  const call = { from: random.pick(accounts), to: random.pick([token0, token1]), data }
  const method = random.pick(['eth_call', 'eth_call', 'eth_estimateGas'])
  const block = random.pick(['latest', toQuantity(random.between(pin + 1, head))])
  return { method, params: [call, block] }
}

function blockOf({ pin, head }: Later, random: Random): StateRequest {
  const number = toQuantity(random.between(pin + 1, head + 1))
  return random.pick([
    { method: 'eth_getBlockByNumber', params: [number, random.chance(1, 2)] },
    { method: 'eth_getBlockReceipts', params: [number] },
    { method: 'eth_blockNumber', params: [] },
    { method: 'eth_getBlockTransactionCountByNumber', params: [number] },
  ])
}

function transactionOf({ sent }: Later, random: Random): StateRequest {
  const hash = random.pick(sent)
  const trace = { method: 'debug_traceTransaction', params: [hash, { tracer: 'callTracer' }] }
  return random.pick([
    { method: 'eth_getTransactionByHash', params: [hash] },
    { method: 'eth_getTransactionReceipt', params: [hash] },
    trace,
  ])
}

function logsOf({ pin, head }: Later, random: Random): StateRequest {
  const fromBlock = toQuantity(random.between(pin - 3, head))
  const address = random.pick([token0, token1, pair])
  const range = { fromBlock, toBlock: random.pick(['latest', toQuantity(head)]) }
  return { method: 'eth_getLogs', params: [random.chance(1, 2) ? { ...range, address } : range] }
}

function feesOf({ pin, head }: Later, random: Random): StateRequest {
  const count = toQuantity(random.between(1, 6))
  const newest = random.pick(['latest', toQuantity(random.between(pin, head))])
  return { method: 'eth_feeHistory', params: [count, newest, random.pick([[], [50]])] }
}
