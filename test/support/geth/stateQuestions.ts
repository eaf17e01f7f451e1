import { ADDRESS, anything, blockNames, NONE, SIDE } from './anyValues.ts'
import { methodQuestions, type Question } from './question.ts'

// Requests about states with wrong arguments, and the valid ones beside them.

const OTHER = `0x${'b2'.repeat(20)}`
const ZERO = `0x${'00'.repeat(20)}`

/** The values that are tried for each member of an object, of which there are many. */
const few: readonly unknown[] = [
  null,
  1,
  -1,
  1.5,
  true,
  {},
  [],
  ['0x1'],
  '',
  '0',
  '1',
  '0x',
  '0x0',
  '0x00',
  '0x01',
  '0xg',
  '0X1',
  'x',
  '0x123',
  ADDRESS,
  ADDRESS.slice(2),
  NONE,
  NONE.slice(0, -1),
  `${NONE}00`,
  '0xffffffffffffffff',
  '0x10000000000000000',
  `0x1${'0'.repeat(64)}`,
  ADDRESS.toUpperCase(),
]

const call = { from: ADDRESS, to: OTHER }

/** Objects with one member after another wrong. */
function members(names: readonly string[], values: readonly unknown[], around: object): object[] {
  return names.flatMap((name) => values.map((value) => ({ ...around, [name]: value })))
}

const authorization = {
  chainId: '0x0',
  address: OTHER,
  nonce: '0x0',
  yParity: '0x0',
  r: '0x1',
  s: '0x1',
}

const callMembers =
  'from to gas gasPrice maxFeePerGas maxPriorityFeePerGas value nonce data input accessList chainId ' +
  'maxFeePerBlobGas blobVersionedHashes authorizationList'
const accountMembers = 'nonce code balance state stateDiff movePrecompileToAddress'
const blockMembers =
  'number difficulty time gasLimit feeRecipient prevRandao baseFeePerGas blobBaseFee beaconRoot withdrawals NUMBER'

const calls: readonly unknown[] = [
  null,
  1,
  true,
  'x',
  '0x',
  [],
  [call],
  {},
  call,
  ...members(callMembers.split(' '), few, call),
  ...members(['address', 'storageKeys'], few, { address: OTHER, storageKeys: [] }).map((entry) => ({
    ...call,
    accessList: [entry],
  })),
  ...members(Object.keys(authorization), few, authorization).map((entry) => ({
    ...call,
    authorizationList: [entry],
  })),
  ...Object.keys(authorization).map((name) => ({
    ...call,
    authorizationList: [
      Object.fromEntries(Object.entries(authorization).filter(([key]) => key !== name)),
    ],
  })),
  ...few.map((hash) => ({ ...call, blobVersionedHashes: [hash] })),
  ...few.map((key) => ({ ...call, accessList: [{ address: OTHER, storageKeys: [key] }] })),
  // Which of two errors is reported.
  { to: 'x', from: 1, value: 'y' },
  { value: 'y', to: 'x' },
  { ...call, gasPrice: '0x1', maxFeePerGas: '0x1' },
  { ...call, gasPrice: '0x1', maxPriorityFeePerGas: '0x1' },
  { ...call, data: '0x01', input: '0x02' },
  { ...call, chainId: '0x1' },
  { ...call, blobs: [] },
  // Member names in other cases, and unknown ones.
  { FROM: ADDRESS, TO: 'x' },
  { ...call, Value: 'x' },
]

/** Names of members where an address is wanted. */
const keys = [
  '',
  'x',
  '0x',
  '0x12',
  '0x123',
  '0xg',
  ADDRESS.slice(2),
  NONE,
  ADDRESS.toUpperCase(),
  `0x${'g'.repeat(40)}`,
  `${ADDRESS}0`,
]

const accountOverrides: readonly unknown[] = [
  null,
  1,
  true,
  'x',
  [],
  {},
  { [OTHER]: null },
  { [OTHER]: 1 },
  { [OTHER]: [] },
  { [OTHER]: {} },
  ...keys.map((key) => ({ [key]: {} })),
  ...members(accountMembers.split(' '), few, {}).map((account) => ({ [OTHER]: account })),
  ...few.flatMap((slot) => [
    { [OTHER]: { state: { [String(slot)]: NONE } } },
    { [OTHER]: { stateDiff: { [NONE]: slot } } },
  ]),
  { [OTHER]: { state: {}, stateDiff: {} } },
  { [ZERO]: { movePrecompileToAddress: OTHER } },
  { '0x0000000000000000000000000000000000000004': { movePrecompileToAddress: OTHER }, [OTHER]: {} },
]

const blockOverrides: readonly unknown[] = [
  null,
  1,
  true,
  'x',
  [],
  {},
  ...members(blockMembers.split(' '), few, {}),
]

const simulations: readonly unknown[] = [
  null,
  1,
  true,
  'x',
  [],
  {},
  { blockStateCalls: null },
  { blockStateCalls: [] },
  ...few.map((blockStateCalls) => ({ blockStateCalls })),
  ...few.map((block) => ({ blockStateCalls: [block] })),
  ...members(['calls', 'stateOverrides', 'blockOverrides'], few, {}).map((block) => ({
    blockStateCalls: [block],
  })),
  ...members(['validation', 'traceTransfers', 'returnFullTransactions'], few, {
    blockStateCalls: [{}],
  }),
  ...members(['from', 'gas', 'maxFeePerGas', 'nonce', 'chainId'], few, { to: OTHER }).map(
    (each) => ({
      blockStateCalls: [{ calls: [each] }],
    }),
  ),
  { blockStateCalls: Array(257).fill({}) },
  { blockStateCalls: [{ blockOverrides: { number: '0x10000' } }] },
  { blockStateCalls: [{ blockOverrides: { number: '0x1' } }] },
  { blockStateCalls: [{ blockOverrides: { time: '0x1' } }] },
  { BlockStateCalls: [{}], Validation: true },
]

const values = {
  address: [...anything, ADDRESS.slice(2), ADDRESS.toUpperCase(), `${ADDRESS}0`],
  block: [
    ...blockNames,
    ...[1, 'true'].map((requireCanonical) => ({ blockHash: SIDE, requireCanonical })),
  ],
  slot: [...anything, `0x${'00'.repeat(32)}0`, NONE.slice(3)],
  slots: [
    null,
    1,
    true,
    'x',
    [],
    {},
    { [ADDRESS]: null },
    { [ADDRESS]: [] },
    ...keys.map((key) => ({ [key]: [NONE] })),
    ...few.map((slot) => ({ [ADDRESS]: [slot] })),
    ...few.map((slots) => ({ [ADDRESS]: slots })),
    { [ADDRESS]: Array(1025).fill(NONE) },
  ],
  proofKeys: [
    ...anything,
    [NONE],
    ['0x0', '1f', '0X1', '', '0x', NONE.slice(2)],
    ...few.map((key) => [key]),
    ...few.map((key) => ['0x0', key]),
    ['0x1', 1, 'wrong'],
    Array(1024).fill('0x1'),
    Array(1025).fill('wrong'),
    [[NONE]],
  ],
  call: calls,
  accountOverrides,
  blockOverrides,
  // The same parameters of other methods: one in six of the values is enough.
  similarCall: everySixth(calls),
  similarAccounts: everySixth(accountOverrides),
  similarBlock: everySixth(blockOverrides),
  // geth adds fees that it suggests to incomplete ones, and these depend on what it was asked before.
  freeCall: everySixth(calls).filter((each) => !/maxFeePer/.test(JSON.stringify(each))),
  simulation: simulations,
} as const satisfies Readonly<Record<string, readonly unknown[]>>

function everySixth(list: readonly unknown[]): unknown[] {
  return list.filter((_, index) => index % 6 === 0)
}

type ParameterKind = keyof typeof values

/** A valid argument for each kind of parameter. */
const valid: Readonly<Record<ParameterKind, unknown>> = {
  address: ADDRESS,
  block: 'latest',
  slot: '0x0',
  slots: { [ADDRESS]: [NONE] },
  proofKeys: ['0x0'],
  call,
  accountOverrides: {},
  blockOverrides: {},
  similarCall: call,
  freeCall: call,
  similarAccounts: {},
  similarBlock: {},
  simulation: { blockStateCalls: [{}] },
}

/** The methods with the kinds of their parameters. */
const methods: Readonly<Record<string, readonly ParameterKind[]>> = {
  eth_getBalance: ['address', 'block'],
  eth_getCode: ['address', 'block'],
  eth_getTransactionCount: ['address', 'block'],
  eth_getStorageAt: ['address', 'slot', 'block'],
  eth_getStorageValues: ['slots', 'block'],
  eth_getProof: ['address', 'proofKeys', 'block'],
  debug_getRawHeader: ['block'],
  debug_getRawBlock: ['block'],
  debug_getRawReceipts: ['block'],
  eth_call: ['call', 'block', 'accountOverrides', 'blockOverrides'],
  eth_estimateGas: ['similarCall', 'block', 'similarAccounts', 'similarBlock'],
  eth_createAccessList: ['freeCall', 'block', 'similarAccounts'],
  eth_simulateV1: ['simulation', 'block'],
}

/** Every method with each value for each of its parameters, and with too few and too many params. */
export function stateQuestions(): Question[] {
  return methodQuestions(methods, values, valid)
}

/** Those whose block is an object without a known member. @returns with the position of the block */
export function questionsAtNoBlock(): { readonly question: Question; readonly position: number }[] {
  return Object.entries(methods).map(([method, kinds]) => {
    const position = kinds.indexOf('block')
    const params = kinds.map((kind) => valid[kind]).with(position, { x: 1 })
    return { question: { method, params }, position }
  })
}
