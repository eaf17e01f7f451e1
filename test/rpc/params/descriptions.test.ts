import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { devMethods } from '../../../src/rpc/control/devMethods.ts'
import { methods, methodsByName } from '../../../src/rpc/methods/methodRegistry.ts'
import { createTestChain } from '../../support/chain.ts'
import { readDocument, Schemas } from '../../support/openRpc.ts'
import { serveForTests } from '../../support/serving.ts'

// The document must describe exactly what the server accepts, so both judge the same values.

const HASH = `0x${'a1'.repeat(32)}`
const ADDRESS = `0x${'a1'.repeat(20)}`

/** An array, which is in two lists as the same value. */
const nothing: readonly unknown[] = []

/** Values that hardly any parameter accepts. */
const never: readonly unknown[] = [
  null,
  '',
  ' ',
  '0',
  '0x',
  '0x00',
  '0xg',
  '-0x1',
  '0x1.5',
  'x',
  nothing,
  [HASH],
  '0x1\n',
]

/** Numbers and tags of blocks. */
const heights = {
  accepted: [
    'latest',
    'earliest',
    'pending',
    'safe',
    'finalized',
    '0x0',
    '0x1',
    '0xa',
    '0xA',
    '0XA',
    '0xff',
    '0xFf',
    '0x100',
    '0x20000000000001',
    '0xfffffffffffffff',
    '0x7fffffffffffffff',
    '0x7FFFFFFFFFFFFFFF',
    '0x1000000000000000',
  ],
  refused: [
    'LATEST',
    'Latest',
    ' latest',
    'newest',
    '0x01',
    ' 0x1',
    '0x1 ',
    '0x-1',
    '1e3',
    '1 ',
    '-1',
    '+1',
    '1.0',
    '00x1',
    '0x8000000000000000',
    '0xffffffffffffffff',
    '0xF000000000000000',
    '0x10000000000000000',
    -1,
    1.5,
    true,
    false,
    {},
    ['latest'],
  ],
}

const blocks = { ...heights, refused: [...heights.refused, 0, '1', { blockNumber: '0x1' }] }

/** A text of nearly 32 bytes. */
const nearlyHashes = [
  HASH.slice(0, -1),
  `${HASH}0`,
  HASH.slice(2),
  HASH.replace('a', 'g'),
  ` ${HASH.slice(1)}`,
]

const hashes = {
  accepted: [HASH, HASH.toUpperCase(), `0x${'A1'.repeat(32)}`, `0x${'0'.repeat(64)}`],
  refused: [...nearlyHashes, '0x1', 'latest', 1, 0, true, {}, { blockHash: HASH }],
}

/** EIP-1898 */
const blockObjects = {
  accepted: [
    { blockHash: HASH },
    { blockHash: HASH, requireCanonical: true },
    { blockHash: HASH, requireCanonical: null },
    { blockHash: HASH, blockNumber: null },
    { blockNumber: '0x1' },
    { blockNumber: 'latest' },
    { blockNumber: 'pending' },
    { blockNumber: '0x1', requireCanonical: false },
    { blockHash: null, blockNumber: '0x1', requireCanonical: null },
  ],
  refused: [
    { requireCanonical: true },
    { blockHash: null },
    { blockNumber: null },
    { blockHash: HASH, blockNumber: '0x1' },
    { blockHash: 'latest' },
    { blockHash: 1 },
    { blockNumber: 1 },
    { blockNumber: '1' },
    { blockNumber: HASH },
    { blockNumber: '' },
    { blockHash: HASH, requireCanonical: 'true' },
    { blockNumber: '0x1', requireCanonical: 1 },
    [{ blockHash: HASH }],
    { block: HASH },
    { blockHash: HASH, more: 1 },
  ],
}

const flags = { accepted: [true, false], refused: ['true', 'false', 1, 0, {}, 'latest'] }

const nonces = {
  accepted: ['0x0', '0X1', '0xffffffffffffffff', ''],
  refused: ['0x', '0x01', '0x10000000000000000', '1', 1, {}],
}

const amounts = {
  accepted: [
    '0x0',
    '0X1',
    `0x${'f'.repeat(64)}`,
    '',
    '0',
    0,
    '0x',
    '0x00',
    '0x01',
    '12345',
    12_345,
  ],
  refused: ['x', `0x1${'0'.repeat(64)}`, -1, 1.5, {}],
}

const tracedCalls = {
  accepted: [
    [],
    [[{}, []]],
    [
      [{}, ['trace']],
      [{ to: ADDRESS }, ['stateDiff', 'vmTrace']],
    ],
  ],
  refused: [1, {}, [{}], [[{}]], [[{}, [], 1]], 'latest'],
}

const bundles = {
  accepted: [
    [],
    [null, {}],
    [{ transactions: [{}, { to: ADDRESS }], blockOverride: { number: '0x1' } }],
    [{ transactions: null, blockOverride: null, other: 1 }],
  ],
  refused: [1, {}, [1], [[]], [{ transactions: {} }], [{ transactions: [{ to: 1 }] }], 'latest'],
}

const stateContexts = {
  accepted: [
    null,
    {},
    { blockNumber: null, transactionIndex: null },
    { blockNumber: 'latest', transactionIndex: -1 },
    { blockNumber: { blockHash: HASH }, transactionIndex: 0 },
    { blockNumber: '0x1', transactionIndex: '0x2' },
  ],
  refused: [1, [], 'latest', { block: '0x1' }, { transactionIndex: -2 }, { transactionIndex: '1' }],
}

const integers = {
  accepted: [0, 1, -1, Number.MAX_SAFE_INTEGER],
  refused: ['0x1', '1', 1.5, true, {}, null],
}

const indexes = {
  accepted: ['0x0', '0x1', '0xf', '0xF', '0XF', '0xffffffffffffffff', '0x8000000000000000'],
  refused: ['1', 0, 1, true, {}, 'latest', '0x01', '0x10000000000000000', HASH],
}

const receiptsBlocks = {
  accepted: [
    ...heights.accepted,
    ...hashes.accepted,
    ...blockObjects.accepted,
    0,
    1,
    1.0,
    2 ** 53 - 1,
    '0',
    '1',
    '007',
    '0'.repeat(100),
    '9'.repeat(18),
    '1'.repeat(19),
    '9223372036854775807',
    '009223372036854775807',
    '9223372036854775799',
    '0'.repeat(66),
  ],
  refused: [
    ...heights.refused,
    ...nearlyHashes,
    ...blockObjects.refused,
    2 ** 53,
    1e100,
    '9223372036854775808',
    '9223372036854775810',
    '1'.repeat(20),
    '9300000000000000000',
    '99'.repeat(50),
  ],
}

/** What filters of logs and of traces have in common. */
const ranges = {
  accepted: [{}, { fromBlock: '0x1' }, { fromBlock: 'earliest', toBlock: 'latest' }],
  refused: [
    1,
    true,
    'latest',
    HASH,
    { more: 1 },
    { formBlock: '0x1' },
    { fromBlock: 1 },
    { toBlock: '1' },
    { fromBlock: '0x01' },
    { toBlock: 'Latest' },
    { fromBlock: HASH },
  ],
}

const logFilters = {
  accepted: [
    ...ranges.accepted,
    { fromBlock: '0x1', toBlock: '0xA' },
    { fromBlock: null, toBlock: null, blockHash: null },
    { toBlock: 'safe', fromBlock: '0X0' },
    { blockHash: null, fromBlock: 'earliest' },
    { address: null, topics: null },
    { address: ADDRESS },
    { address: ADDRESS.toUpperCase() },
    { address: [] },
    { address: [ADDRESS, ADDRESS] },
    { topics: [] },
    { topics: [null] },
    { topics: [HASH, null, [HASH, HASH], []] },
    { topics: [[null, HASH.toUpperCase()]] },
    { blockHash: HASH },
  ],
  refused: [
    ...ranges.refused,
    { fromBlock: 'pending' },
    { toBlock: 'pending' },
    { blockHash: '0x1' },
    { blockHash: HASH, fromBlock: '0x1' },
    { blockHash: HASH, toBlock: 'latest' },
    { blockHash: 1 },
    { address: '' },
    { address: HASH },
    { address: 1 },
    { address: [1] },
    { address: {} },
    { address: Array(1001).fill(ADDRESS) },
    { topics: [Array(1001).fill(HASH)] },
    { topics: HASH },
    { topics: {} },
    { topics: ['0x1'] },
    { topics: [[['0x1']]] },
    { address: [null, ADDRESS] },
    { topics: [null, null, null, null, null] },
    { topics: [1] },
    { topics: [ADDRESS] },
  ],
}

/** Where both ends are numbers, the first one must not be higher. */
const followedFilters = {
  accepted: [
    ...ranges.accepted,
    { fromBlock: '0x1', toBlock: '0xA' },
    { fromBlock: null, toBlock: null, blockHash: null },
    { fromBlock: 'latest' },
    { toBlock: 'latest' },
    { fromBlock: 'latest', toBlock: 'latest' },
    { fromBlock: 'earliest', toBlock: '0x3' },
    { fromBlock: 'earliest', toBlock: 'earliest' },
    { fromBlock: '0x2', toBlock: null },
    ...logFilters.accepted.filter((filter) => 'address' in filter || 'topics' in filter),
  ],
  refused: [
    ...logFilters.refused,
    { fromBlock: 'safe' },
    { fromBlock: '0x1', toBlock: 'finalized' },
    { blockHash: HASH },
    { toBlock: '0x1' },
    { toBlock: 'earliest' },
    { fromBlock: 'latest', toBlock: '0x7fffffffffffffff' },
  ],
}

const optionalFlags = { ...flags, accepted: [...flags.accepted, null] }

const ids = {
  accepted: ['0x1', HASH, ...never.filter((value) => typeof value === 'string')],
  refused: [1, true, {}, nothing, null],
}

const blockCounts = {
  accepted: [
    0,
    1,
    1024,
    2 ** 40,
    2 ** 63,
    '0',
    '1',
    '007',
    '0x0',
    '0x1',
    '0x00',
    '0x01',
    '0XA',
    '',
    '0xffffffffffffffff',
    '18446744073709551615',
    '0x000000000000000000001',
  ],
  refused: [
    -1,
    1.5,
    2 ** 64,
    1e30,
    true,
    {},
    '-1',
    '+1',
    '1e3',
    ' 1',
    'latest',
    '0x10000000000000000',
    '18446744073709551616',
  ],
}

const percentiles = {
  accepted: [
    nothing,
    [0],
    [100],
    [0, 12.5, 50, 100],
    [null, 1],
    // Understood, and refused with another error.
    [-1],
    [100.1],
    [2, 1],
    Array(101).fill(1),
  ],
  refused: [1, true, {}, ['1'], [{}], [[1]], [true]],
}

/** An argument that may be omitted: null is the same. */
const stateBlocks = {
  accepted: [null, ...heights.accepted, ...hashes.accepted, ...blockObjects.accepted],
  refused: [...heights.refused, ...nearlyHashes, ...blockObjects.refused, 0, 1, '1', '007'],
}

const addresses = {
  accepted: [ADDRESS, ADDRESS.toUpperCase(), `0x${'A1'.repeat(20)}`, `0x${'0'.repeat(40)}`],
  refused: [
    ADDRESS.slice(0, -1),
    `${ADDRESS}0`,
    ADDRESS.slice(2),
    ADDRESS.replace('a', 'g'),
    HASH,
    '0x1',
    'latest',
    1,
    0,
    true,
    {},
    [ADDRESS],
  ],
}

const slots = {
  accepted: [
    '',
    '0',
    '0x',
    '0x00',
    '0x0',
    '0X1',
    '1',
    'ff',
    'FF',
    '007',
    HASH,
    HASH.slice(2),
    `0${'1'.repeat(63)}`,
  ],
  refused: [`${HASH}0`, `${HASH}00`, `00${HASH.slice(2)}`, '0xx', 'latest', 1, 0, true, {}, [HASH]],
}

/** As `stateBlocks`, but required. */
const rawBlocks = {
  accepted: stateBlocks.accepted.filter((block) => block !== null),
  refused: [...stateBlocks.refused, null],
}

const storageKeyLists = {
  accepted: [nothing, [HASH], slots.accepted, [null, '0x0'], Array(1024).fill('0x0')],
  refused: [
    ...slots.refused.filter((slot) => slot !== null).map((slot) => [slot]),
    null,
    '0x0',
    {},
    true,
    1,
    Array(1025).fill('0x0'),
    [['0x0']],
  ],
}

const data = {
  accepted: ['', '0x', '0X', '0x00', '0x12', '0xAbCd', `0x${'00'.repeat(100)}`],
  refused: [null, '0', '12', '0x1', '0xg0', ' 0x12', 1, true, {}, [], ['0x12']],
}

const slotLists = {
  accepted: [
    { [ADDRESS]: [HASH] },
    { [ADDRESS.toUpperCase()]: [HASH, HASH.toUpperCase()] },
    { [ADDRESS]: null, [`0x${'b2'.repeat(20)}`]: [HASH] },
  ],
  refused: [
    { [HASH]: [HASH] },
    { [ADDRESS]: HASH },
    { [ADDRESS]: ['0x1'] },
    { [ADDRESS]: [null] },
    { [ADDRESS.slice(2)]: [HASH] },
    { [ADDRESS]: [HASH], more: [HASH] },
    { '': [HASH] },
    [[ADDRESS, HASH]],
    ADDRESS,
    1,
    true,
  ],
}

const simulations = {
  accepted: [
    { blockStateCalls: [{}] },
    { blockStateCalls: [null], validation: null, more: 1 },
    { blockStateCalls: [{ calls: null, blockOverrides: null, stateOverrides: null, more: [] }] },
    { blockStateCalls: [{ calls: [{}, null] }], traceTransfers: true, validation: false },
    { blockStateCalls: [{ blockOverrides: { withdrawals: [{ address: ADDRESS }] } }] },
    { blockStateCalls: [{ stateOverrides: { [ADDRESS]: { stateDiff: { [HASH]: HASH } } } }] },
  ],
  refused: [
    {},
    { blockStateCalls: null },
    { blockStateCalls: [] },
    { blockStateCalls: {} },
    { blockStateCalls: [1] },
    { blockStateCalls: [{ calls: {} }] },
    { blockStateCalls: [{ calls: [1] }] },
    { blockStateCalls: [{ calls: [{ gas: 1 }] }] },
    { blockStateCalls: [{ blockOverrides: { time: '0x01' } }] },
    { blockStateCalls: [{ stateOverrides: { [HASH]: {} } }] },
    { blockStateCalls: [{}], returnFullTransactions: 'true' },
  ],
}

const PAYLOAD = { timestamp: '0x1', prevRandao: HASH, suggestedFeeRecipient: ADDRESS }
const BUILD = [HASH, PAYLOAD, [], '0x']

const payloads = {
  accepted: [
    PAYLOAD,
    { ...PAYLOAD, withdrawals: null, slotNumber: null, more: 1 },
    { ...PAYLOAD, withdrawals: [{ address: ADDRESS }], parentBeaconBlockRoot: HASH },
    { ...PAYLOAD, slotNumber: '0x5', targetGasLimit: '0xff' },
  ],
  refused: [
    {},
    null,
    1,
    { ...PAYLOAD, timestamp: null },
    { ...PAYLOAD, timestamp: 1 },
    { ...PAYLOAD, prevRandao: ADDRESS },
    { ...PAYLOAD, withdrawals: {} },
    { ...PAYLOAD, slotNumber: '0x01' },
  ],
}

const encodedTransactions = {
  accepted: [null, [], ['0x01'], ['0x'], [HASH]],
  refused: [{}, '0x', [1], ['0x1'], [null]],
}

const optionalData = { accepted: [null, ...data.accepted], refused: data.refused.slice(1) }

const callObjects = {
  accepted: [
    {},
    { to: ADDRESS },
    { to: null, from: ADDRESS.toUpperCase() },
    { other: 1, type: '0x2' },
    { gas: '0xFF', nonce: '0x0', value: '0x0' },
    { gasPrice: '' },
    { data: '' },
    { data: '0x' },
    { input: '0xaB', data: null },
    { maxFeePerGas: `0x${'f'.repeat(64)}` },
    { chainId: '0x1' },
    { accessList: [] },
    { accessList: [{ address: ADDRESS, storageKeys: [HASH] }] },
    { blobVersionedHashes: [HASH], maxFeePerBlobGas: '0x1' },
    { blobs: [] },
    {
      authorizationList: [
        { chainId: '0x0', address: ADDRESS, nonce: '0x1', yParity: '0x0', r: '0x2', s: '0x3' },
      ],
    },
  ],
  refused: [
    1,
    true,
    HASH,
    { to: '0x1' },
    { to: HASH },
    { from: 1 },
    { gas: 1 },
    { gas: '0x01' },
    { gas: `0x1${'0'.repeat(16)}` },
    { value: `0x1${'0'.repeat(64)}` },
    { nonce: '1' },
    { data: '0x1' },
    { input: 'ab' },
    { data: 1 },
    { accessList: {} },
    { accessList: [{}] },
    { accessList: [{ address: ADDRESS }] },
    { blobVersionedHashes: ['0x1'] },
    { blobs: ['0x12'] },
    { commitments: [HASH] },
    { authorizationList: [{ chainId: '0x1' }] },
  ],
}

const accountOverrides = {
  accepted: [
    null,
    {},
    { [ADDRESS]: {} },
    { [ADDRESS]: null },
    { [ADDRESS.toUpperCase()]: { nonce: '0x1' } },
    { [ADDRESS]: { balance: '0x1', code: '0x', other: 1 } },
    { [ADDRESS]: { state: { [HASH]: HASH } } },
    { [ADDRESS]: { stateDiff: {} } },
    { [ADDRESS]: { movePrecompileToAddress: ADDRESS, state: null } },
  ],
  refused: [
    1,
    true,
    HASH,
    { '0x1': {} },
    { [HASH]: {} },
    { [ADDRESS]: 1 },
    { [ADDRESS]: [] },
    { [ADDRESS]: { nonce: 1 } },
    { [ADDRESS]: { code: '0x1' } },
    { [ADDRESS]: { state: { '0x1': HASH } } },
    { [ADDRESS]: { stateDiff: { [HASH]: '0x1' } } },
    { [ADDRESS]: { state: [] } },
    { [ADDRESS]: { movePrecompileToAddress: '0x4' } },
  ],
}

const headerOverrides = {
  accepted: [
    null,
    {},
    { number: '0x1', time: '0x2', gasLimit: '0x3' },
    { feeRecipient: ADDRESS, other: 1 },
    { prevRandao: HASH, baseFeePerGas: '0x0', blobBaseFee: null, difficulty: '' },
    { withdrawals: [{ index: '0x1', address: ADDRESS }, null] },
    { beaconRoot: HASH },
  ],
  refused: [
    1,
    true,
    HASH,
    { number: 1 },
    { time: '0x01' },
    { gasLimit: `0x1${'0'.repeat(16)}` },
    { feeRecipient: HASH },
    { prevRandao: ADDRESS },
    { withdrawals: {} },
    { withdrawals: [{ index: 1 }] },
    { beaconRoot: '0x' },
  ],
}

const tracePaths = {
  accepted: [nothing, ['0x0'], ['0x1', '0xA'], ['0xffffffffffffffff']],
  refused: [1, true, {}, '0x0', [0], ['0'], [null], ['0x01'], ['0x'], [['0x0']]],
}

const traceFilters = {
  accepted: [
    ...ranges.accepted,
    { fromBlock: null, toBlock: null, fromAddress: null, toAddress: null, mode: null },
    { fromAddress: [] },
    { fromAddress: [ADDRESS], toAddress: ADDRESS.toUpperCase() },
    { mode: 'union' },
    { mode: 'intersection', toAddress: [ADDRESS, ADDRESS] },
    { after: 0, count: 1 },
    { after: '0x0', count: '0xA' },
    { after: null, count: null },
    { count: 2 ** 53 - 1 },
    { count: '0x1fffffffffffff' },
    { count: '0x20000000000000', after: '0xffffffffffffffff' },
    { after: '0XF' },
    { toBlock: 'safe' },
  ],
  refused: [
    ...ranges.refused,
    [{}],
    { fromAddress: HASH },
    { fromAddress: [1] },
    { toAddress: [null] },
    { toAddress: '' },
    { fromAddress: Array(1001).fill(ADDRESS) },
    { mode: 'both' },
    { mode: 1 },
    { after: -1 },
    { count: 1.5 },
    { count: 2 ** 53 },
    { count: '1' },
    { after: '0x01' },
    { count: '0x10000000000000000' },
    { after: [] },
    { count: true },
  ],
}

const traceOptions = {
  accepted: [
    null,
    {},
    { tracer: 'callTracer', tracerConfig: { withLog: true } },
    { tracer: null, other: 1 },
    { timeout: '5s', enableMemory: true, limit: 3 },
    { disableStack: false, limit: -1 },
  ],
  refused: [
    1,
    true,
    HASH,
    { tracer: 1 },
    { timeout: 5 },
    { enableMemory: 1 },
    { disableStack: 'x' },
    { limit: '3' },
    { limit: 1.5 },
    { disableStorage: {} },
    { enableReturnData: [] },
  ],
}

const traceCallOptions = {
  accepted: [
    ...traceOptions.accepted,
    { stateOverrides: { [ADDRESS]: {} }, blockOverrides: { number: '0x1' } },
    { txIndex: '0x0' },
    { txIndex: '0xffffffffffffffff' },
  ],
  refused: [
    ...traceOptions.refused,
    { stateOverrides: 1 },
    { blockOverrides: { time: 1 } },
    { txIndex: 0 },
    { txIndex: '0x01' },
  ],
}

const transactionRequests = {
  accepted: [...callObjects.accepted, { type: '0x1' }, { type: 1 }, { type: null }],
  refused: [
    ...callObjects.refused,
    { type: -1 },
    { type: 1.5 },
    { type: 'legacy' },
    { type: '0x01' },
  ],
}

const passwords = {
  accepted: [null, 'secret', ...never.filter((value) => typeof value === 'string')],
  refused: [1, true, {}, nothing],
}

const milliseconds = {
  accepted: [null, 0, 1, 60_000, 2 ** 53],
  refused: ['0x1', '1', -1, 1.5, 2 ** 64, true, {}, nothing],
}

interface Values {
  readonly accepted: readonly unknown[]
  readonly refused: readonly unknown[]
}

const CALL = [{ to: ADDRESS, gas: '0x5208' }, 'latest', {}, {}]

/** Values, or JSON numbers. */
function orNumbers({ accepted, refused }: Values): Values {
  const isNumber = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0
  return {
    accepted: [...accepted, 0, 7, Number.MAX_SAFE_INTEGER],
    refused: [...refused.filter((value) => !isNumber(value)), -1, 1.5, 2 ** 53],
  }
}

/** Every parameter that has two declarations once, in a method that has it, with valid values for its other parameters. */
const parameters: [method: string, position: number, args: readonly unknown[], Values][] = [
  ['eth_getBlockByHash', 0, [HASH, true], hashes],
  ['eth_getBlockByNumber', 0, ['latest', true], blocks],
  ['eth_getBlockByNumber', 1, ['latest', true], flags],
  ['eth_getUncleByBlockNumberAndIndex', 1, ['latest', '0x0'], indexes],
  ['eth_getBlockReceipts', 0, ['latest'], receiptsBlocks],
  ['eth_getLogs', 0, [{}], logFilters],
  ['eth_newFilter', 0, [{}], followedFilters],
  ['eth_newPendingTransactionFilter', 0, [true], optionalFlags],
  ['eth_getFilterChanges', 0, ['0x1'], ids],
  ['eth_feeHistory', 0, ['0x1', 'latest', []], blockCounts],
  ['eth_feeHistory', 2, ['0x1', 'latest', []], percentiles],
  ['eth_getBalance', 0, [ADDRESS, 'latest'], addresses],
  ['eth_getBalance', 1, [ADDRESS, 'latest'], stateBlocks],
  ['eth_getStorageAt', 1, [ADDRESS, '0x0', 'latest'], slots],
  ['eth_getTransactionBySenderAndNonce', 1, [ADDRESS, '0x0'], nonces],
  ['ots_hasCode', 1, [ADDRESS, 'latest'], orNumbers(stateBlocks)],
  ['ots_getBlockDetails', 0, ['latest'], orNumbers(heights)],
  ['ots_getBlockTransactions', 1, ['latest', 0, 1], orNumbers(nonces)],
  ['anvil_dealERC20', 2, [ADDRESS, ADDRESS, '0x0'], amounts],
  ['eth_getProof', 1, [ADDRESS, [], 'latest'], storageKeyLists],
  ['debug_getRawHeader', 0, ['latest'], rawBlocks],
  ['eth_sign', 1, [ADDRESS, '0x12'], data],
  ['personal_sign', 2, ['0x12', ADDRESS, ''], passwords],
  ['eth_sendTransaction', 0, [{}], transactionRequests],
  ['eth_sendRawTransactionSync', 1, ['0x12', 1], milliseconds],
  ['eth_getStorageValues', 0, [{ [ADDRESS]: [HASH] }, 'latest'], slotLists],
  ['eth_simulateV1', 0, [{ blockStateCalls: [{}] }, 'latest'], simulations],
  ['debug_storageRangeAt', 1, ['latest', 0, ADDRESS, '0x', 1], integers],
  ['testing_buildBlockV1', 1, BUILD, payloads],
  ['testing_buildBlockV1', 2, BUILD, encodedTransactions],
  ['testing_buildBlockV1', 3, BUILD, optionalData],
  ['trace_get', 1, [HASH, []], tracePaths],
  ['trace_filter', 0, [{}], traceFilters],
  ['trace_callMany', 0, [[], 'latest'], tracedCalls],
  ['debug_traceTransaction', 1, [HASH, {}], traceOptions],
  ['debug_traceCall', 2, [{}, 'latest', {}], traceCallOptions],
  ['eth_call', 0, CALL, callObjects],
  ['eth_callMany', 0, [[], {}, {}], bundles],
  ['eth_callMany', 1, [[], {}, {}], stateContexts],
  ['eth_call', 2, CALL, accountOverrides],
  ['eth_call', 3, CALL, headerOverrides],
]

const document = await readDocument({ hasDev: true })
const schemas = new Schemas(document)

// Without a limit of time for calls, because other processes may be busy.
const { server } = await serveForTests(await createTestChain(), { dev: true, callTimeout: 0 })

async function serverAccepts(
  method: string,
  position: number,
  args: readonly unknown[],
  value: unknown,
): Promise<boolean> {
  try {
    await server.request({ method, params: args.with(position, value) })
    return true
  } catch (error) {
    // The block of the logs does not exist, but the params were understood.
    if ((error as { code: number }).code === -32000) return true
    expect(error).toHaveProperty('code', -32602)
    return false
  }
}

test('covers every parameter that has two declarations', () => {
  // Other tests cover the parameters of moves, and one schema reads and describes what has no JSON Schema of its own.
  const described = methods
    .filter(({ name }) => !devMethods.has(name))
    .flatMap(({ params }) => params.map(({ schema }) => schema))
    .filter((schema) => !('~run' in schema))
  const tried = parameters.map(([method, position]) => methodsByName.get(method)?.params[position])
  expect(new Set(tried.map((each) => JSON.stringify(each?.schema)))).toEqual(
    new Set(described.map((schema) => JSON.stringify(schema))),
  )
})

test.each(parameters)(
  'describes what %s accepts as parameter %i',
  async (method, position, args, { accepted, refused }) => {
    const isDescribed = schemas.param(method, position)
    const accepts = (value: unknown) => serverAccepts(method, position, args, value)
    for (const value of accepted) {
      expect([value, isDescribed(value), await accepts(value)]).toEqual([value, true, true])
    }
    const others = never.filter((value) => !accepted.some((one) => isDeepStrictEqual(one, value)))
    for (const value of [...others, ...refused]) {
      expect([value, isDescribed(value), await accepts(value)]).toEqual([value, false, false])
    }
    const looksRight = fc.stringMatching(/^(0[xX])?[0-9a-fA-FgG]{0,18}$/)
    const value = fc.oneof(
      looksRight,
      fc.stringMatching(/^0?9?22337203685477[0-9]{4,6}$/),
      fc.stringMatching(/^0x[0-9a-fA-F]{63,65}$/),
      fc.jsonValue({ noUnicodeString: true }),
      fc.record({ blockHash: looksRight, blockNumber: looksRight }, { requiredKeys: [] }),
    )
    await fc.assert(
      fc.asyncProperty(
        // The only number that JSON Schema cannot distinguish from another.
        value.filter((each) => !Object.is(each, -0)),
        async (each) => {
          expect(isDescribed(each)).toBe(await accepts(each))
        },
      ),
      { numRuns: 200, seed: 1 },
    )
  },
)
