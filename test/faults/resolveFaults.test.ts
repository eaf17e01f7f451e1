import { expect, test } from 'vitest'
import { corruptionNames } from '../../src/faults/corrupt/named.ts'
import { wholeResults } from '../../src/faults/corrupt/wholeResult.ts'
import { FaultError } from '../../src/faults/faultError.ts'
import { faultKinds } from '../../src/faults/faultRegistry.ts'
import { type ResolvedRule, resolveFaults } from '../../src/faults/resolveFaults.ts'

/** Every kind, with all its fields and with the fewest possible. */
const faults = [
  { kind: 'latency', milliseconds: 0 },
  { kind: 'latency', milliseconds: [5, 5] },
  { kind: 'rateLimit' },
  { kind: 'rateLimit', style: 'http429', retryAfterSeconds: 0 },
  { kind: 'rateLimit', style: 'inBody', retryAfterSeconds: 60 },
  { kind: 'serverError' },
  { kind: 'serverError', status: 504 },
  { kind: 'timeOut' },
  { kind: 'reset' },
  { kind: 'reset', when: 'midAnswer' },
  { kind: 'cutOff' },
  { kind: 'malformed' },
  { kind: 'wrongId' },
  { kind: 'missingId' },
  { kind: 'null' },
  { kind: 'staleHead', blocks: 1 },
  { kind: 'staleState', blocks: 1 },
  { kind: 'prunedState' },
  { kind: 'prunedHistory', before: 8, style: 'reth' },
  { kind: 'indexing', from: 4 },
  { kind: 'prunedState', keep: 128, style: 'historicalState' },
  { kind: 'otherBranchReceipts' },
  { kind: 'noSideBlocks' },
  { kind: 'previousBlock' },
  { kind: 'lostTransaction' },
  { kind: 'error', code: -32000, message: 'header not found' },
  { kind: 'error', code: 3, message: 'execution reverted', data: '0x' },
  ...[...corruptionNames, ...wholeResults].map((what) => ({ kind: 'corrupt', what })),
  { kind: 'corrupt', what: 'balance', value: '0x0' },
  { kind: 'corrupt', field: '[0].logs[12].topics[0]' },
  { kind: 'corrupt', field: 'transactions[0].value', value: null },
  { kind: 'batchReordered' },
  { kind: 'batchShortened' },
  { kind: 'batchShortened', by: 2 },
  { kind: 'batchOneError' },
  { kind: 'batchOneError', code: -32600, message: 'no' },
  { kind: 'socketClosed' },
  { kind: 'socketClosed', atBlock: 0, code: 1001 },
  { kind: 'messageDelayed', milliseconds: [1, 2] },
  { kind: 'messageDoubled' },
  { kind: 'lastHeadOnly' },
  { kind: 'emptyLogs' },
  { kind: 'truncatedLogs', count: 3 },
  { kind: 'truncatedLogs', toBlock: 7 },
  { kind: 'raw', status: 429, headers: { 'Retry-After': '1' }, body: { code: 1 } },
  { kind: 'corrupt', field: 'nonce', remove: true },
]

test('reads every kind of fault', () => {
  const rules = faults.map((fault) => ({ fault }))
  const resolved = resolveFaults(JSON.parse(JSON.stringify(rules)))
  expect(resolved).toMatchObject(rules)
  expect(resolved.map(({ written }) => written)).toEqual(rules)
  expect(new Set(faults.map(({ kind }) => kind))).toEqual(new Set(Object.keys(faultKinds)))
})

const fault = { kind: 'null' } as const

test.each([
  [{ methods: 'eth_chainId' }, { methods: ['eth_chainId'] }],
  [{ methods: ['eth_chainId', 'custom'] }, { methods: ['eth_chainId', 'custom'] }],
  [{ blocks: 7 }, { blocks: [{ from: 7, to: 7 }] }],
  [{ blocks: [0, 7] }, { blocks: [0, 7].map((number) => ({ from: number, to: number })) }],
  [{ blocks: { from: 7 } }, { blocks: [{ from: 7 }] }],
  [{ blocks: { from: 7, to: 7 } }, { blocks: [{ from: 7, to: 7 }] }],
  [{ transport: 'http' }, { transport: ['http'] }],
  [{ calls: 1 }, { calls: [{ from: 1, to: 1 }] }],
  [{ calls: { every: 3 } }, { calls: [{ every: 3 }] }],
  [{ calls: { to: 3 } }, { calls: [{ to: 3 }] }],
  [
    { times: 3, rate: [1, 10] },
    { times: 3, rate: [1, 10] },
  ],
  [
    { times: 2, together: true },
    { times: 2, together: true },
  ],
  [{ times: undefined }, {}],
])('accepts short forms of conditions: %j', (written, resolved) => {
  const rule = { ...written, fault }
  const [{ scope, effect, ...read }] = resolveFaults([rule]) as readonly [ResolvedRule]
  expect(read).toEqual({ ...resolved, fault, written: rule })
})

test('returns a copy', () => {
  const data = { hint: [1] }
  const [rule] = resolveFaults([{ fault: { kind: 'error', code: 1, message: 'x', data } }])
  data.hint.push(2)
  expect(rule?.fault).toMatchObject({ data: { hint: [1] } })
  expect(rule?.written.fault).toMatchObject({ data: { hint: [1] } })
})

const circular: unknown[] = []
circular.push(circular)

type Row = [given: unknown, message: string]

const MEMBERS = 'methods, blocks, named, params, transport, calls, times, together, rate, fault'

const wrongRules: Row[] = [
  [{ fault }, 'faults: want a list of rules'],
  [null, 'faults: want a list of rules'],
  [Array(1001).fill({ fault }), 'faults: there are more than 1000'],
  [['null'], `faults[0]: 'null' is not an object of ${MEMBERS}`],
  [[{ fault }, {}], 'faults[1].fault: it is missing; want an object'],
  // A list with a hole, as when a rule was forgotten.
  [[...Array(1), { fault }], `faults[0]: it is missing; want an object of ${MEMBERS}`],
  [Array(1), `faults[0]: it is missing; want an object of ${MEMBERS}`],
  [[{ fault: { kind: 'corrupt' } }], 'faults[0].fault: want either what or field'],
  [
    [{ fault: { kind: 'corrupt', what: 'balance', field: 'hash' } }],
    'faults[0].fault: want either what or field',
  ],
  [
    [{ methods: 'eth_chainId', fault: { kind: 'socketClosed', atBlock: 5 } }],
    'faults[0].methods: with atBlock it is about no call: leave it out',
  ],
  [
    [{ methods: 'eth_subscription', named: 'hash', fault: { kind: 'timeOut' } }],
    'faults[0].named: notifications have none: leave it out',
  ],
  [
    [{ transport: 'inProcess', fault: { kind: 'wrongId' } }],
    'faults[0].transport: wrongId does not happen over inProcess; it does over: http, webSocket',
  ],
  [
    [{ methods: 'eth_subscription', fault: { kind: 'rateLimit' } }],
    'faults[0].methods: rateLimit does not apply to notifications',
  ],
  [
    [{ methods: 'eth_subscription', transport: 'http', fault: { kind: 'timeOut' } }],
    'faults[0].transport: timeOut does not happen over http; it does over: webSocket, inProcess',
  ],
]

/** Of the first rule, whose path precedes the problem. */
const wrongConditions: Row[] = [
  [
    { method: 'x' },
    `method: there is no such field; those known are: ${MEMBERS}; did you mean methods?`,
  ],
  [{ methods: [] }, 'methods: an empty list is not a list of at least one'],
  [{ methods: ['x', 5] }, 'methods[1]: 5 is not a non-empty string'],
  [{ methods: null }, 'methods: null is not a non-empty string'],
  [{ blocks: -1 }, 'blocks: -1 is not a whole number of at least 0'],
  [{ blocks: '0x1' }, "blocks: '0x1' is not a whole number of at least 0"],
  [{ blocks: [1, 1.5] }, 'blocks[1]: 1.5 is not a whole number of at least 0'],
  [{ blocks: { to: 5 } }, 'blocks.from: it is missing; want a whole number of at least 0'],
  [{ blocks: { from: 5, to: 4 } }, 'blocks.to: 4 is less than 5, where it begins'],
  [{ params: ['0x1', { from: 1n }] }, 'params[1]: an object is no JSON'],
  [{ transport: 'ws' }, "transport: 'ws' is none of: http, webSocket, inProcess"],
  [{ calls: 0 }, 'calls: 0 is not a whole number of at least 1'],
  [{ calls: { every: 0 } }, 'calls.every: 0 is not a whole number of at least 1'],
  [{ times: 0 }, 'times: 0 is not a whole number of at least 1'],
  [{ times: 1.5 }, 'times: 1.5 is not a whole number of at least 1'],
  [{ times: Number.NaN }, 'times: NaN is not a whole number of at least 1'],
  [{ together: 'yes' }, "together: 'yes' is none of: true, false"],
  [{ calls: Array(1) }, 'calls[0]: it is missing; want a whole number of at least 1'],
  [{ rate: 0.5 }, 'rate: 0.5 is not [part, whole], such as [1, 4]'],
  [{ rate: [2, 1] }, 'rate: the first number, 2, is greater than the second, 1'],
  [{ rate: [0, 0] }, 'rate[1]: 0 is not a whole number from 1 to 4294967296'],
]

/** Of its fault. */
const wrongFaults: Row[] = [
  [{ kind: 'null', blocks: 1 }, 'blocks: there is no such field; those known are: kind'],
  [
    { kind: 'latency', milliseconds: [5, 4] },
    'milliseconds: the first number, 5, is greater than the second, 4',
  ],
  [
    { kind: 'latency', milliseconds: 2 ** 31 },
    'milliseconds: 2147483648 is not a whole number from 0 to 2147483647',
  ],
  [{ kind: 'serverError', status: 404 }, 'status: 404 is none of: 500, 502, 503, 504'],
  [{ kind: 'staleHead' }, 'blocks: it is missing; want a whole number of at least 1'],
  [{ kind: 'error', code: -32000 }, 'message: it is missing; want a non-empty string'],
  [{ kind: 'error', code: 1, message: 'x', data: circular }, 'data: a list is no JSON'],
  [{ kind: 'error', code: 1, message: 'x', data: 5n }, 'data: 5n is no JSON'],
  [
    { kind: 'latency', milliseconds: [5] },
    'milliseconds: a list is not [low, high], such as [5, 10]',
  ],
  [{ kind: null }, "kind: null is not a string; want the kind of that name in quotes: 'null'"],
  [
    { kind: 'corrupt', what: 'bloom' },
    `what: 'bloom' is none of: ${[...corruptionNames, ...wholeResults].join(', ')}`,
  ],
  [
    { kind: 'corrupt', what: 'status', value: '0x0' },
    'value: there is no such field; those known are: kind, what',
  ],
  [{ kind: 'staleState' }, 'blocks: it is missing; want a whole number of at least 1'],
  [
    { kind: 'prunedState', style: 'geth' },
    "style: 'geth' is none of: missingTrieNode, historicalState",
  ],
  [
    { kind: 'socketClosed', code: 1005 },
    'code: 1005 is none of: 1000 to 1003, 1006 to 1014, 3000 to 4999',
  ],
  ...[
    [undefined, 'it is missing; want'],
    [null, 'null is not'],
    ['2s', "'2s' is not"],
  ].map(
    ([milliseconds, problem]): Row => [
      { kind: 'messageDelayed', milliseconds },
      `milliseconds: ${problem} a number of milliseconds, or [low, high]`,
    ],
  ),
  ...['.a', 'a.', 'a..b', 'a[', 'a[x]', 'a[-1]', '[1]b', '__proto__.x!'].map(
    (field): Row => [
      { kind: 'corrupt', field },
      `field: '${field}' is not a path such as transactions[0].value`,
    ],
  ),
]

const wrong: Row[] = [
  ...wrongRules,
  ...wrongConditions.map(
    ([given, problem]): Row => [[{ fault, ...(given as object) }], `faults[0].${problem}`],
  ),
  ...wrongFaults.map(([given, problem]): Row => [[{ fault: given }], `faults[0].fault.${problem}`]),
]

test.each(wrong.map(([rules, message]) => ({ rules, message })))('$message', (row) => {
  const { message } = row
  const path = message.slice(0, message.indexOf(': '))
  expect(() => resolveFaults(row.rules)).toThrow(FaultError)
  expect(() => resolveFaults(row.rules)).toThrow(
    expect.objectContaining({ code: 'INVALID_FAULT', message, path }),
  )
})

test('refuses an unknown kind, and lists the known ones', () => {
  expect(() => resolveFaults([{ fault: { kind: 'toString' } }])).toThrow(
    /^faults\[0\]\.fault\.kind: 'toString' is none of: latency, rateLimit, .*lastHeadOnly$/,
  )
  expect(() => resolveFaults([{ fault: {} }])).toThrow(
    /^faults\[0\]\.fault\.kind: it is missing; want one of: latency, .*lastHeadOnly$/,
  )
})
