import {
  ADDRESS,
  anything,
  blockNames,
  HASH,
  HEAD,
  NONE,
  numbers,
  otherKinds,
  SIDE,
  tags,
  texts,
} from './anyValues.ts'
import { methodQuestions, nameOf, type Question } from './question.ts'
import { stateQuestions } from './stateQuestions.ts'

// Requests for geth and ommer, to compare their errors. scripts/interop/geth sends them to geth and stores its answers
// in test/data/geth/answers.json; test/rpc/dialectErrors.test.ts sends them to ommer and needs no geth.

/** The values that are tried for each kind of parameter: all invalid ones, and some valid ones. */
const values = {
  block: [...anything, ...tags, ...numbers, { blockNumber: '0x1' }, { blockHash: NONE }],
  hash: [...anything, HASH, SIDE, '$transaction', 'latest'],
  count: [...anything, '007', '18446744073709551615', '18446744073709551616', 1024, 2 ** 40],
  newest: [...anything, ...tags, 'pending', ...numbers],
  percentiles: [
    ...anything,
    [0],
    [100],
    [-1],
    [100.5],
    [50, 50],
    [20, 10],
    [1.25, 33.333, 99.9],
    Array(100).fill(1),
    Array(101).fill(1),
    [null],
    [null, 5],
    ['1'],
    [{}],
    [[1]],
    [true],
    [1e22],
    [-1e-7],
    [101, 50],
    [50, 101],
    [5, 4, 200],
  ],
  index: [...anything, '0x0', '0xff', '0xFFFFFFFFFFFFFFFF', 'latest'],
  data: [...anything, `0x${'ab'.repeat(40)}`, '0XAB'],
  flag: [...anything, true, 'false'],
  receiptsBlock: [
    ...blockNames,
    { blockHash: HASH, requireCanonical: true },
    { blockNumber: 'finalized', requireCanonical: true },
    { blockNumber: '0x8000000000000000' },
    { blockHash: HASH, requireCanonical: 1 },
    { blockHash: HASH, requireCanonical: 'true' },
    { blocknumber: '0x1' },
    { BlockHash: SIDE, REQUIRECANONICAL: true },
    { blockNumber: 'x', blockHash: 1 },
    { blockHash: HASH, more: 1 },
  ],
} as const

type ParameterKind = keyof typeof values

/** A valid argument for each kind of parameter. */
const valid = {
  hash: HASH,
  block: 'latest',
  index: '0x0',
  flag: false,
  data: '0x12',
  receiptsBlock: 'latest',
  count: '0x2',
  newest: 'latest',
  percentiles: [50],
}

/** The methods that both serve, with the kinds of their parameters. */
const methods: Readonly<Record<string, readonly ParameterKind[]>> = {
  eth_getBlockByNumber: ['block', 'flag'],
  eth_getBlockByHash: ['hash', 'flag'],
  eth_getUncleByBlockNumberAndIndex: ['block', 'index'],
  eth_getUncleByBlockHashAndIndex: ['hash', 'index'],
  eth_getUncleCountByBlockNumber: ['block'],
  eth_getUncleCountByBlockHash: ['hash'],
  eth_getBlockTransactionCountByNumber: ['block'],
  eth_getBlockTransactionCountByHash: ['hash'],
  eth_getTransactionByBlockNumberAndIndex: ['block', 'index'],
  eth_getTransactionByBlockHashAndIndex: ['hash', 'index'],
  eth_getTransactionByHash: ['hash'],
  eth_getTransactionReceipt: ['hash'],
  eth_getBlockReceipts: ['receiptsBlock'],
  eth_getHeaderByNumber: ['block'],
  eth_getHeaderByHash: ['hash'],
  eth_getRawTransactionByHash: ['hash'],
  eth_getRawTransactionByBlockHashAndIndex: ['hash', 'index'],
  eth_getRawTransactionByBlockNumberAndIndex: ['block', 'index'],
  debug_getRawTransaction: ['hash'],
  eth_feeHistory: ['count', 'newest', 'percentiles'],
  eth_gasPrice: [],
  eth_maxPriorityFeePerGas: [],
  eth_baseFee: [],
  eth_blobBaseFee: [],
  eth_config: [],
  eth_capabilities: [],
  eth_accounts: [],
  eth_chainId: [],
  eth_blockNumber: [],
  eth_syncing: [],
  net_version: [],
  net_listening: [],
  net_peerCount: [],
  web3_clientVersion: [],
  web3_sha3: ['data'],
}

const rangeEnds = [...tags, 'pending', ...numbers, null, ...otherKinds, ...texts]
const many = (value: string, count: number) => Array(count).fill(value)
const topic = NONE

const filters: readonly unknown[] = [
  {},
  null,
  1,
  true,
  'latest',
  HASH,
  [],
  [{}],
  { fromBlock: null, toBlock: null },
  ...rangeEnds.flatMap((end) => [{ fromBlock: end }, { toBlock: end }]),
  ...[...tags, 'pending', '0x0', HEAD, '$beyond'].flatMap((fromBlock) =>
    [...tags, 'pending', '0x0', HEAD, '$beyond'].map((toBlock) => ({ fromBlock, toBlock })),
  ),
  { fromBlock: '0x3', toBlock: '0x2' },
  { fromBlock: '0x60', toBlock: '0x50' },
  ...[...otherKinds, ...texts, HASH, SIDE].map((blockHash) => ({ blockHash })),
  { blockHash: HASH, fromBlock: '0x1' },
  { blockHash: HASH, toBlock: 'latest' },
  { blockHash: NONE, fromBlock: 'x' },
  { fromBlock: 'x', toBlock: 1 },
  { toBlock: 1, fromBlock: 'x' },
  ...[...otherKinds, ...texts].flatMap((address) => [{ address }, { address: [address] }]),
  { address: [ADDRESS, null] },
  { address: [ADDRESS, '0x12'] },
  { address: null },
  { address: ADDRESS.toUpperCase() },
  { address: [] },
  { address: many(ADDRESS, 1001) },
  ...[...otherKinds, ...texts].flatMap((each) => [{ topics: [each] }, { topics: [[each]] }]),
  ...['x', 1, true, {}, null, [], [null], [[]], [[null, 'x']], [['x', null]]].map((topics) => ({
    topics,
  })),
  { topics: many(topic, 4) },
  { topics: many(topic, 5) },
  { topics: [many(topic, 1001)] },
  { topics: [topic, [topic, null, 1], [topic, 1]] },
  { topics: [[[topic]]] },
  // Which of two errors is reported.
  { topics: 'x', fromBlock: 'y' },
  { fromBlock: 'y', topics: 'x' },
  { topics: 'x', address: 1 },
  { address: 1, fromBlock: 'y' },
  { address: '0x', topics: ['x'] },
  { blockHash: HASH, fromBlock: '0x1', topics: 'x' },
  { address: 1, blockHash: HASH, fromBlock: '0x1' },
  { topics: many(topic, 5), address: 'x' },
  { address: many(ADDRESS, 1001), topics: ['x'] },
  { address: many(ADDRESS, 1001), toBlock: '$beyond' },
  { address: [...many(ADDRESS, 1001), 'x'] },
  { address: many(ADDRESS, 1001), fromBlock: 'pending' },
  // Member names in other cases.
  { FROMBLOCK: 'x' },
  { fromblock: '0x0', ToBlock: '0x0' },
  { Address: 1 },
  { TOPICS: ['x'] },
  { BlockHash: NONE },
  { blockhash: HASH, FromBlock: '0x1' },
  { fromBlock: '0x0', FROMBLOCK: 'x' },
  { formBlock: '0x1' },
  { more: 1 },
]

/** The params of subscriptions. None of them may succeed in ommer unless it does in geth, too. */
const subscriptionParams: readonly unknown[] = [
  [],
  [1],
  [null],
  [{}],
  ['x'],
  [''],
  ['newHeads', 1],
  ['newHeads', null],
  ['newheads'],
  ['syncing', 1],
  ['logs'],
  ['logs', null],
  ['logs', {}, 1],
  {},
  null,
  undefined,
  ...filters.map((filter) => ['logs', filter]),
]

const unsubscribeParams: readonly unknown[] = [
  [],
  [null],
  [1],
  [true],
  [{}],
  [[]],
  ['0x1'],
  ['x'],
  [''],
  ['0x1', 1],
  {},
  null,
  undefined,
]

/** All requests, without duplicates. */
export function questions(): Question[] {
  const [subscribe, unsubscribe] = [{ method: 'eth_subscribe' }, { method: 'eth_unsubscribe' }]
  const socket = true
  const all: Question[] = [
    ...methodQuestions(methods, values, valid),
    ...Object.keys(methods).flatMap((method) => ['x', 1].map((params) => ({ method, params }))),
    ...stateQuestions(),
    ...filters.map((filter) => ({ method: 'eth_getLogs', params: [filter] })),
    ...[[], [{}, {}], {}, null, undefined].map((params) => ({ method: 'eth_getLogs', params })),
    ...subscriptionParams.map((params) => ({ ...subscribe, params, socket })),
    ...unsubscribeParams.map((params) => ({ ...unsubscribe, params, socket })),
    ...[['newHeads'], ['logs', 1], []].map((params) => ({ ...subscribe, params })),
    ...unsubscribeParams.map((params) => ({ ...unsubscribe, params })),
    ...['eth_nothing', 'eth', '', 'ETH_chainId', 'eth_ChainId'].map((method) => ({
      method,
      params: [],
    })),
  ]
  return [...new Map(all.map((question) => [nameOf(question), question])).values()]
}
