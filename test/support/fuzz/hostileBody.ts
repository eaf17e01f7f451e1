import fc from 'fast-check'
import { methods } from './methodSignatures.ts'
import { stateCalls } from './stateCalls.ts'

/** Texts that are special to some readers, in unexpected positions. */
const loadedTexts = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'then',
  'id',
  'jsonrpc',
  'method',
  'params',
  'result',
  'error',
  'length',
  '0',
  '-1',
  '2.0',
  '',
  'latest',
  'LATEST',
  'pending',
  'safe',
  'finalized',
  'earliest',
  '0x',
  '0x0',
  '0x00',
  '0X1',
  '0xffffffffffffffff',
  '0x8000000000000000',
  '0x7fffffffffffffff',
  '-0x1',
  '0x1.0',
  ' 0x1',
  '10',
  '010',
  '9223372036854775807',
  '9223372036854775808',
  '1e3',
  `0x${'a'.repeat(64)}`,
  '../../etc/passwd',
  '%00',
  '\u0000',
  '\u2028',
  '\ud800',
  '\n',
  '\r\n\r\n',
  '💥',
  '\ufeff',
]

const loadedText = fc.oneof(
  fc.constantFrom(...loadedTexts),
  fc.constantFrom(...methods.keys()),
  fc.string(),
  fc.string({ unit: 'binary' }),
)

/** A JSON string, spelled in one of several ways. */
const stringJson = fc
  .tuple(loadedText, fc.nat(9))
  .map(([text, spelling]) =>
    spelling === 0
      ? `"${[...Array(text.length).keys()].map((at) => escapeUnit(text, at)).join('')}"`
      : JSON.stringify(text),
  )

const numberJson = fc.oneof(
  fc.constantFrom('0', '-0', '1', '1.0', '1e3', '1E+3', '1e400', '-1e400', '1e-400', '-1e-400'),
  fc.constantFrom('9007199254740993', '12345678901234567890', '0.1234567890123456789012345'),
  fc.integer({ min: 0, max: 60 }).map(String),
  fc.bigInt().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
  fc.nat(3000).map((digits) => '9'.repeat(digits + 1)),
)

/** Texts that some readers accept as JSON, but that are not. */
const almostJson = fc.constantFrom(
  '',
  '01',
  '+1',
  '.5',
  '1.',
  '0x1',
  'NaN',
  'Infinity',
  '-',
  'undefined',
  'True',
  "'a'",
  '{a:1}',
  '[1,]',
  '{"a":1,}',
  '[1 2]',
  '"\t"',
  '"\\x"',
  '"\\ud80"',
  '/**/1',
  '1//',
  '"',
)

const spaces = fc.constantFrom('', '', '', ' ', '\n', '\t\r\n ', '\u00a0')

export const { value: anyJson } = fc.letrec<{ value: string; list: string; object: string }>(
  (tie) => ({
    value: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      { weight: 4, arbitrary: stringJson },
      { weight: 3, arbitrary: numberJson },
      { weight: 2, arbitrary: fc.constantFrom('null', 'true', 'false', '[]', '{}') },
      { weight: 2, arbitrary: tie('list') },
      { weight: 2, arbitrary: tie('object') },
    ),
    list: fc.array(tie('value'), { maxLength: 4 }).map((items) => `[${items}]`),
    object: fc
      .array(fc.tuple(stringJson, tie('value')), { maxLength: 4 })
      .map((members) => `{${members.map(([key, value]) => `${key}:${value}`)}}`),
  }),
)

const blockJson = fc.oneof(
  fc.constantFrom('"latest"', '"earliest"', '"pending"', '"safe"', '"finalized"'),
  fc.nat(60).map((number) => `"0x${number.toString(16)}"`),
)
const indexJson = fc.nat(12).map((index) => `"0x${index.toString(16)}"`)
const flagJson = fc.constantFrom('true', 'false')
const method = fc.constantFrom(...[...methods.keys()].map((name) => JSON.stringify(name)))

/** Values just inside and outside the range of a parameter. */
const edgeJson = fc.oneof(
  numberJson,
  fc.constantFrom('null', '0', '"0x7fffffffffffffff"', '"0x8000000000000000"', '"0x0a"', '"10"'),
  fc.constantFrom('"0xffffffffffffffff"', '"0x10000000000000000"', '"0x"', '"0XA"', '"Latest"'),
  fc.constantFrom('"9223372036854775807"', '"9223372036854775808"', '9007199254740992', '"-1"'),
  fc.constantFrom(...[63, 64, 65].map((digits) => `"0x${'f'.repeat(digits)}"`)),
  fc.constantFrom('{}', '{"blockNumber":"0x1"}', '{"blockNumber":1}', '{"blockHash":"0x1"}'),
  fc.constantFrom('{"blockNumber":"0x1","blockHash":null}', '{"__proto__":{"blockNumber":"0x1"}}'),
  fc.constantFrom(
    '{"blockNumber":"0x1","requireCanonical":1}',
    '{"blockHash":"0x1","blockNumber":1}',
  ),
)

/** A log filter with mostly valid members. */
function logFilter(hash: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const address = fc.constantFrom(`"0x${'a'.repeat(40)}"`, `"0x${'a'.repeat(39)}"`, 'null')
  const several = (value: fc.Arbitrary<string>) =>
    fc.oneof(
      value,
      fc.array(value, { maxLength: 3 }).map((values) => `[${values}]`),
    )
  const members: readonly fc.Arbitrary<string>[] = [
    ...['fromBlock', 'toBlock'].map((name) => mostlyThat(blockJson).map(as(name))),
    mostlyThat(several(address)).map(as('address')),
    mostlyThat(several(several(mostlyThat(hash)))).map(as('topics')),
    mostlyThat(hash).map(as('blockHash')),
  ]
  return fc
    .subarray([...members])
    .chain((chosen) => fc.tuple(...chosen).map((texts) => `{${texts}}`))
}

const as = (name: string) => (value: string) => `"${name}":${value}`

/** Hashes and addresses of existing objects, as JSON. */
interface Existing {
  readonly hashes: readonly string[]
  readonly addresses: readonly string[]
}

/** A method with mostly valid params. */
function plausibleCall({
  hashes,
  addresses,
}: Existing): fc.Arbitrary<{ method: string; params: string }> {
  const hash = fc.constantFrom(...hashes, `"0x${'A'.repeat(64)}"`)
  const calls = (names: string[], ...params: fc.Arbitrary<string>[]) =>
    fc
      .tuple(fc.constantFrom(...names), fc.tuple(...params.map(mostlyThat)))
      .map(([name, chosen]) => ({
        method: JSON.stringify(name),
        params: `[${chosen}]`,
      }))
  const address = fc.constantFrom(...addresses, `"0x${'A'.repeat(40)}"`, `"0x${'0'.repeat(39)}4"`)
  const known = { hash, address, block: blockJson, mostly: mostlyThat }
  return fc.oneof(
    fc.oneof(...stateCalls(known).map(([name, ...params]) => calls([name], ...params))),
    calls(['eth_gasPrice', 'eth_maxPriorityFeePerGas', 'eth_baseFee', 'eth_blobBaseFee']),
    calls(['eth_config', 'eth_capabilities', 'eth_accounts', 'eth_requestAccounts']),
    calls(['eth_chainId', 'net_version', 'eth_blockNumber', 'eth_syncing', 'web3_clientVersion']),
    calls(['eth_getBlockByHash'], hash, flagJson),
    calls(['eth_getBlockByNumber'], blockJson, flagJson),
    calls(['eth_getUncleByBlockNumberAndIndex'], blockJson, indexJson),
    calls(['eth_getTransactionByBlockNumberAndIndex'], blockJson, indexJson),
    calls(['eth_getBlockReceipts'], fc.oneof(blockJson, hash, fc.nat(60).map(String))),
    calls(
      ['eth_getBlockReceipts'],
      fc
        .tuple(hash, fc.constantFrom('"requireCanonical":true', '"blockNumber":null'))
        .map(([chosen, more]) => `{"blockHash":${chosen},${more}}`),
    ),
    calls(['eth_getBlockTransactionCountByNumber', 'eth_getUncleCountByBlockNumber'], blockJson),
    calls(['eth_getBlockTransactionCountByHash', 'eth_getUncleCountByBlockHash'], hash),
    calls(['eth_getTransactionByHash', 'eth_getTransactionReceipt'], hash),
    calls(['rpc.discover']),
    calls(['eth_getLogs'], logFilter(hash)),
    calls(
      ['eth_getUncleByBlockHashAndIndex', 'eth_getTransactionByBlockHashAndIndex'],
      hash,
      indexJson,
    ),
  )
}

const plausibleRequest = (existing: Existing) =>
  fc
    .tuple(fc.option(fc.oneof(numberJson, stringJson), { freq: 9 }), plausibleCall(existing))
    .map(([id, { method, params }]) => {
      const idMember = id === null ? '' : `"id":${id},`
      return `{"jsonrpc":"2.0",${idMember}"method":${method},"params":${params}}`
    })

/** Anything in every position; members in any order, some duplicated, some unknown. */
const oddRequest = fc
  .record({
    jsonrpc: mostly('"2.0"', anyJson),
    method: fc.oneof({ weight: 4, arbitrary: method }, anyJson),
    params: fc.oneof(
      fc.array(anyJson, { maxLength: 3 }).map((values) => `[${values}]`),
      fc.tuple(blockJson, anyJson).map((values) => `[${values}]`),
      anyJson,
    ),
    id: fc.oneof(fc.option(numberJson), anyJson),
    more: fc.array(
      fc.tuple(
        fc.constantFrom('"id"', '"\\u0069d"', '"params"', '"method"', '"jsonrpc"', '"__proto__"'),
        anyJson,
      ),
      { maxLength: 2 },
    ),
    space: spaces,
    turned: fc.boolean(),
  })
  .map(({ jsonrpc, method, params, id, more, space, turned }) => {
    const members: [string, string | null][] = [
      ['"jsonrpc"', jsonrpc],
      ['"method"', method],
      ['"params"', params],
      ['"id"', id],
      ...more,
    ]
    const written = members
      .filter(([, value]) => value !== null)
      .map(([key, value]) => `${key}${space}:${space}${value}`)
    return `${space}{${(turned ? written.reverse() : written).join(`${space},`)}}${space}`
  })

/** Nested far deeper than any recursive reader can go, closed or not. */
const deepJson = fc
  .tuple(fc.integer({ min: 100, max: 15_000 }), fc.constantFrom('[', '{"a":', '[{"id":'), fc.nat(3))
  .map(([depth, opening, ending]) => {
    const closing = [...opening].reverse().map((character) => ({ '[': ']', '{': '}' })[character])
    const end = ending === 0 ? '' : closing.join('').repeat(depth)
    const nested = `${opening.repeat(depth)}1${end}`
    return ending < 2
      ? nested
      : `{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":${nested}}`
  })

/** @param batchSizeMax the server's limit, which some batches exceed */
function batchText(request: fc.Arbitrary<string>, batchSizeMax: number): fc.Arbitrary<string> {
  const sizes = fc.integer({ min: -2, max: 2 }).map((more) => batchSizeMax + more)
  return fc
    .oneof(
      { weight: 9, arbitrary: fc.array(request, { maxLength: 6 }) },
      {
        weight: 1,
        arbitrary: fc.tuple(request, sizes).map(([text, size]) => Array<string>(size).fill(text)),
      },
    )
    .map((requests) => `[${requests}]`)
}

type Change = (bytes: Buffer) => Buffer

/** A corruption of a request, at an index that is drawn. */
const change: fc.Arbitrary<Change> = fc
  .tuple(
    fc.nat(),
    fc.oneof(
      fc.constantFrom('ff', 'c080', 'eda080', 'f09f', '80', 'efbbbf', 'fffe', '00', '22', '5c'),
      fc.uint8Array({ maxLength: 4 }).map((bytes) => Buffer.from(bytes).toString('hex')),
    ),
    fc.constantFrom('insert', 'replace', 'cut', 'remove', 'double'),
  )
  .map(
    ([place, hex, kind]): Change =>
      (bytes) => {
        const at = place % (bytes.length + 1)
        const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)]
        const piece = Buffer.from(hex, 'hex')
        switch (kind) {
          case 'insert':
            return Buffer.concat([before, piece, after])
          case 'replace':
            return Buffer.concat([before, piece, after.subarray(piece.length)])
          case 'remove':
            return Buffer.concat([before, after.subarray(piece.length)])
          case 'double':
            return Buffer.concat([before, after, after])
          default:
            return Buffer.from(before)
        }
      },
  )

export interface HostileBodyOptions extends Existing {
  /** the server's limits; some bodies are just below them and some above */
  readonly requestBytes: number
  readonly batchSize: number
}

/** Hostile bodies, and some valid ones. */
export function hostileBody({
  hashes,
  addresses,
  requestBytes,
  batchSize,
}: HostileBodyOptions): fc.Arbitrary<Buffer> {
  const plausible = plausibleRequest({ hashes, addresses })
  const request = fc.oneof(
    { weight: 6, arbitrary: plausible },
    { weight: 6, arbitrary: oddRequest },
    { weight: 2, arbitrary: anyJson },
  )
  const text = fc.oneof(
    { weight: 60, arbitrary: request },
    { weight: 35, arbitrary: batchText(request, batchSize) },
    { weight: 5, arbitrary: fc.oneof(almostJson, batchText(almostJson, batchSize)) },
    { weight: 1, arbitrary: deepJson },
  )
  const bytes = text.map((text): Buffer => Buffer.from(text))
  const changed = fc
    .tuple(bytes, fc.array(change, { minLength: 1, maxLength: 3 }))
    .map(([body, changes]) => changes.reduce<Buffer>((changing, change) => change(changing), body))
  const aboutTooLong = fc
    .tuple(plausible, fc.integer({ min: -1, max: 2 }))
    .map(([text, more]): Buffer => Buffer.from(text.padEnd(requestBytes + more)))
  return fc.oneof(
    { weight: 70, arbitrary: bytes },
    { weight: 24, arbitrary: changed },
    { weight: 5, arbitrary: fc.uint8Array().map((random): Buffer => Buffer.from(random)) },
    { weight: 1, arbitrary: aboutTooLong },
  )
}

function mostlyThat(usual: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: edgeJson })
}

function mostly(usual: string, other: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.oneof({ weight: 9, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other })
}

function escapeUnit(text: string, at: number): string {
  return `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`
}
