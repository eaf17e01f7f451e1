// Values that are no argument, or only for some kinds of parameters.

/** Placeholders for values that depend on the chain: see `Landmarks`. */
export const [HEAD, HASH, SIDE] = ['$head', '$hash', '$sideHash'] as const

export const NONE = `0x${'00'.repeat(31)}01`
export const ADDRESS = `0x${'a1'.repeat(20)}`
const nines = '9'.repeat(30)

export const otherKinds: readonly unknown[] = [
  0,
  1,
  -1,
  1.5,
  1e30,
  true,
  false,
  {},
  { x: 1 },
  [],
  ['0x1'],
]

export const texts = [
  '',
  ' ',
  '0',
  '1',
  '0x',
  '0X',
  '0x01',
  '0x00',
  '-0x1',
  '0x-1',
  '0x1.5',
  '0xg',
  'x',
  '1e3',
  ' 0x1',
  '0x1 ',
  '0x 1',
  '\n',
  'LATEST',
  'Latest',
  'newest',
  'latest ',
  'true',
  'null',
  '#',
  '0x8000000000000000',
  '0xffffffffffffffff',
  '0x10000000000000000',
  `0x1${'g'.repeat(20)}`,
  `0x${'1'.repeat(17)}g`,
  `0x${'1'.repeat(16)}g`,
  nines,
  '9223372036854775808',
  '0x0x1',
  NONE,
  NONE.slice(2),
  NONE.slice(0, -1),
  `${NONE}0`,
  NONE.replace('1', 'g'),
  `0X${NONE.slice(2)}`,
  `00${NONE.slice(2)}`,
  `0x${'g'.repeat(64)}`,
  `0x${'00'.repeat(33)}`,
  '0x12',
  '0x123',
  ADDRESS,
]

export const anything = [null, ...otherKinds, ...texts]

export const tags = ['latest', 'earliest', 'safe', 'finalized']
export const numbers = [
  '0x0',
  '0x1',
  '0XA',
  HEAD,
  '$beyond',
  '0x7fffffffffffffff',
  '0x20000000000001',
]

/** What may name a block and its state or receipts. */
export const blockNames: readonly unknown[] = [
  ...anything,
  ...tags,
  ...numbers,
  HASH,
  SIDE,
  ...[HASH, SIDE, NONE, '0x1', 1, ''].map((blockHash) => ({ blockHash })),
  ...[HEAD, 'safe', '$beyond', NONE, 1, '', '1'].map((blockNumber) => ({ blockNumber })),
  ...[true, false, null].map((requireCanonical) => ({ blockHash: SIDE, requireCanonical })),
  { blockHash: NONE, requireCanonical: true },
  { blockHash: HASH, blockNumber: '0x1' },
  { blockHash: null, blockNumber: '0x1' },
  { blockHash: null, blockNumber: null },
  { requireCanonical: true },
  { BLOCKHASH: HASH },
]
