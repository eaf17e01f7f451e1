import type { Chain } from '../../../src/chain/chain.ts'
import type { Block } from '../../../src/chain/encoding/block.ts'
import { type Hex, toHex, toQuantity } from '../../../src/primitives/hex.ts'
import type { Random } from '../../../src/primitives/random.ts'
import { type KnownContract, knownContracts } from '../geth/states/knownContracts.ts'
import type { StateRequest } from '../geth/states/request.ts'
import { codeCalls } from '../geth/states/requests/codeCalls.ts'
import { contractCalls } from '../geth/states/requests/contractCalls.ts'
import { precompiles } from '../geth/states/requests/precompiles.ts'
import { reads } from '../geth/states/requests/reads.ts'
import { transactionCalls } from '../geth/states/requests/transactionCalls.ts'
import { sample } from '../geth/states/sampleBlocks.ts'
import { subjectsOf } from '../geth/states/subjects.ts'

const states = [reads, transactionCalls, contractCalls, codeCalls, precompiles] as const

/** Of what the comparison with geth sends, the methods that a fork of Anvil has. */
const methods = new Set([
  'eth_getBalance',
  'eth_getTransactionCount',
  'eth_getCode',
  'eth_getStorageAt',
  'eth_call',
  'eth_estimateGas',
])

/** Tracers that Anvil has for calls, too. */
const tracers: readonly object[] = [
  { tracer: 'callTracer' },
  { tracer: 'callTracer', tracerConfig: { onlyTopCall: true } },
  { tracer: 'callTracer', tracerConfig: { withLog: true } },
  { tracer: 'prestateTracer' },
  { tracer: 'prestateTracer', tracerConfig: { diffMode: true } },
  { tracer: '4byteTracer' },
  {},
]

/**
 * Random requests about the blocks of a network up to a block, and about the states after them.
 *
 * @param last the number of the block
 */
export function drawRequests(
  chain: Chain,
  last: number,
  count: number,
  random: Random,
): StateRequest[] {
  const contracts = knownContracts(chain)
  const drawn: StateRequest[] = []
  while (drawn.length < count) {
    const number = random.chance(1, 2) ? last : random.between(1, last)
    const block = chain.blockByNumber(number) as Block
    drawn.push(...requestsAbout(chain, block, contracts, random))
  }
  return sample(drawn, count, random)
}

function requestsAbout(
  chain: Chain,
  block: Block,
  contracts: readonly KnownContract[],
  random: Random,
): StateRequest[] {
  const subjects = subjectsOf(chain, block, contracts, [], random)
  const ofState = states
    .flatMap((family) => [...family(subjects, random)])
    .filter(({ method, params }) => methods.has(method) && !hasBareSlot(method, params))
  const calls = ofState.filter(({ method }) => method === 'eth_call')
  return [
    ...sample(ofState, 40, random),
    ...sample(calls, 6, random).map((call) => traceOf(call, random)),
    ...sample([...aboutBlock(block, random)], 24, random),
  ]
}

/** Slots without 0x are another number in each node. */
function hasBareSlot(method: string, [, slot]: readonly unknown[]): boolean {
  return method === 'eth_getStorageAt' && !String(slot).startsWith('0x')
}

function traceOf({ params: [call, block, overrides] }: StateRequest, random: Random): StateRequest {
  const config = random.pick(tracers)
  const stateOverrides = overrides === undefined ? {} : { stateOverrides: overrides }
  return { method: 'debug_traceCall', params: [call, block, { ...config, ...stateOverrides }] }
}

function* aboutBlock(block: Block, random: Random): Generator<StateRequest> {
  const { hash, header, transactions } = block
  const number = toQuantity(header.number)
  const unknown = toHex(random.bytes(32))
  for (const full of [false, true]) {
    yield { method: 'eth_getBlockByNumber', params: [number, full] }
    yield { method: 'eth_getBlockByHash', params: [random.pick([hash, hash, unknown]), full] }
  }
  yield { method: 'eth_getBlockReceipts', params: [number] }
  yield { method: 'eth_getBlockTransactionCountByNumber', params: [number] }
  yield { method: 'eth_getBlockTransactionCountByHash', params: [hash] }
  yield { method: 'eth_getUncleCountByBlockNumber', params: [number] }
  yield { method: 'eth_getUncleCountByBlockHash', params: [hash] }
  yield* aboutFees(header.number, random)
  yield* aboutLogs(block, random)
  for (const [index, { hash: sent }] of transactions.entries()) {
    const at = toQuantity(index)
    yield { method: 'eth_getTransactionByHash', params: [sent] }
    yield { method: 'eth_getTransactionReceipt', params: [sent] }
    yield { method: 'eth_getTransactionByBlockNumberAndIndex', params: [number, at] }
    yield { method: 'eth_getTransactionByBlockHashAndIndex', params: [hash, at] }
    yield { method: 'debug_traceTransaction', params: [sent, random.pick(tracers)] }
  }
  const past = toQuantity(transactions.length)
  yield { method: 'eth_getTransactionByBlockNumberAndIndex', params: [number, past] }
  yield { method: 'eth_getTransactionByHash', params: [unknown] }
  yield { method: 'eth_getTransactionReceipt', params: [unknown] }
}

function* aboutFees(number: number, random: Random): Generator<StateRequest> {
  for (const percentiles of [[], [50], [1, 25, 99]]) {
    const count = toQuantity(random.between(1, 6))
    yield { method: 'eth_feeHistory', params: [count, toQuantity(number), percentiles] }
  }
}

function* aboutLogs({ hash, header, receipts }: Block, random: Random): Generator<StateRequest> {
  yield { method: 'eth_getLogs', params: [{ blockHash: hash }] }
  const logs = receipts.flatMap(({ logs: each }) => each)
  const fromBlock = toQuantity(random.between(0, header.number))
  const range = { fromBlock, toBlock: toQuantity(header.number) }
  yield { method: 'eth_getLogs', params: [range] }
  if (logs.length === 0) return
  for (let turn = 0; turn < 4; turn++) {
    const { address, topics } = random.pick(logs)
    const wanted: (Hex | Hex[] | null)[] = topics.map((topic) => random.pick([topic, null]))
    yield { method: 'eth_getLogs', params: [{ ...range, address, topics: wanted }] }
    yield { method: 'eth_getLogs', params: [{ ...range, address }] }
  }
}
