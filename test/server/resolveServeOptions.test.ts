import { expect, test } from 'vitest'
import { dialectNames } from '../../src/endpoint/dialects/dialects.ts'
import { type ServeOptions, ServeOptionsError } from '../../src/server/options.ts'
import { resolveServeOptions, rootKeyOf } from '../../src/server/resolveServeOptions.ts'

test('are all optional', () => {
  expect(resolveServeOptions({})).toMatchObject({
    port: 8545,
    host: '127.0.0.1',
    apiKeys: [{ key: 'dev' }, { key: 'geth', dialect: 'geth', endpointOf: 'dev' }],
    anyKey: false,
    dialect: 'infura',
    methods: 'all',
  })
})

test('keep the defaults of options that are not given', () => {
  const { port, limits } = resolveServeOptions({ port: 0, limits: { batchSize: 3 } })
  expect(port).toBe(0)
  expect(limits).toEqual({ ...resolveServeOptions({}).limits, batchSize: 3 })
})

test('treat undefined as omitted', () => {
  const names = Object.keys(resolveServeOptions({}))
  const undefinedOptions = Object.fromEntries(names.map((name) => [name, undefined]))
  expect(resolveServeOptions(undefinedOptions)).toEqual(resolveServeOptions({}))
  const limits = { batchSize: undefined, cacheBytes: 1 }
  expect(resolveServeOptions({ limits }).limits).toEqual({
    ...resolveServeOptions({}).limits,
    cacheBytes: 1,
  })
})

test.each([
  ['port', { port: -1 }],
  ['port', { port: 65_536 }],
  ['port', { port: 1.5 }],
  ['port', { port: '8545' }],
  ['host', { host: '' }],
  ['host', { host: 1 }],
  ['apiKeys', { apiKeys: [] }],
  ['apiKeys', { apiKeys: 'dev' }],
  ['apiKeys[1]', { apiKeys: ['dev', 'a b'] }],
  ['apiKeys[0]', { apiKeys: [1] }],
  ['apiKeys[0]', { apiKeys: [null] }],
  ['apiKeys[0].key', { apiKeys: [{ dialect: 'geth' }] }],
  ['apiKeys[0].dialect', { apiKeys: [{ key: 'a', dialect: 'parity' }] }],
  ['apiKeys[0].dialct', { apiKeys: [{ key: 'a', dialct: 'geth' }] }],
  ['apiKeys[1]', { apiKeys: ['a', { key: 'a', dialect: 'geth' }] }],
  ['anyKey', { anyKey: 'yes' }],
  ['dialect', { dialect: 'parity' }],
  ['dialect', { dialect: 'constructor' }],
  ['methods', { methods: 'some' }],
  ['clientVersion', { clientVersion: '' }],
  ['limits.batchSize', { limits: { batchSize: 0 } }],
  ['limits.requestBytes', { limits: { requestBytes: 1.5 } }],
  ['limits.heartbeatSeconds', { limits: { heartbeatSeconds: 3_000_000 } }],
  ['limits.batchSize', { limits: { batchSize: null } }],
  ['host', { host: null }],
  ['limits.size', { limits: { size: 1 } }],
  ['prot', { prot: 1 }],
  ['toString', { toString: 1 }],
  ['history', { history: -1 }],
  ['history', { history: 1.5 }],
  ['options', [] as never],
  ['control', { control: 'yes' }],
  ['control', { control: true, host: '0.0.0.0' }],
  ['control', { control: null }],
  ['control.token', { control: {} }],
  ['control.token', { control: { token: '' } }],
  ['control.tokens', { control: { tokens: 'x' } }],
  ['control.token', { control: { token: 'two words' } }],
  ['dev', { dev: 1 }],
  ['dev', { dev: true, host: '0.0.0.0' }],
  ['dev', { dev: true, host: '0.0.0.0', anyKey: true }],
  ['dev', { dev: true, host: '0.0.0.0', apiKeys: ['dev'] }],
  ['dev', { dev: true, host: '0.0.0.0', apiKeys: ['own', { key: 'geth' }] }],
  ['dev', { dev: true, host: '0.0.0.0', apiKeys: ['own'], anyKey: true }],
  ['cors', { cors: 'https://app.example', dev: true }],
  ['cors[0]', { cors: ['app.example'] }],
  ['cors[0]', { cors: ['*'], dev: true }],
  ['cors[0]', { cors: ['null'], dev: true }],
  ['cors[0]', { cors: ['https://*.example'], dev: true }],
  ['cors[1]', { cors: ['https://app.example', 'https://app.example/page'], dev: true }],
  ['cors', { cors: ['https://app.example'] }],
  ['logStream', { logStream: {} }],
  ['limits.requestSeconds', { limits: { headersSeconds: 60, requestSeconds: 59 } }],
  ['callTimeout', { callTimeout: 0.5 }],
  ['callGas', { callGas: -1 }],
] as [string, ServeOptions][])('names %s in the error: %o', (option, options) => {
  let thrown: unknown
  try {
    resolveServeOptions(options)
  } catch (error) {
    thrown = error
  }
  expect(thrown).toBeInstanceOf(ServeOptionsError)
  expect(thrown).toMatchObject({ code: 'INVALID_OPTION', option })
  expect((thrown as Error).message).toMatch(/^[^\n]+$/)
})

test.each([
  [['secret key']],
  [[{ key: 'secret', dialect: 'secret' as 'geth' }]],
  [['secret', { key: 'secret', dialect: 'geth' as const }]],
])('does not repeat an invalid key: %j', (apiKeys) => {
  expect(() => resolveServeOptions({ apiKeys })).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining('secret') }),
  )
})

test('has no second default key with anyKey or given keys', () => {
  expect(resolveServeOptions({ anyKey: true }).apiKeys).toEqual([{ key: 'dev' }])
  expect(resolveServeOptions({ apiKeys: ['a', { key: 'b', dialect: 'geth' }] }).apiKeys).toEqual([
    { key: 'a', dialect: undefined },
    { key: 'b', dialect: 'geth' },
  ])
})

test.each<[ServeOptions, string | undefined]>([
  [{}, 'geth'],
  [{ host: 'localhost' }, 'geth'],
  [{ host: '127.0.0.2' }, 'geth'],
  [{ host: '::1' }, 'geth'],
  [{ host: '0.0.0.0' }, undefined],
  [{ host: '::' }, undefined],
  [{ host: '192.168.1.2' }, undefined],
  [{ host: '127.0.0.1.example.org' }, undefined],
  [{ anyKey: true }, undefined],
  [{ apiKeys: ['dev'] }, undefined],
  [{ apiKeys: [{ key: 'geth', dialect: 'geth' }] }, undefined],
])('have with %j the root key %s', (options, key) => {
  expect(rootKeyOf(resolveServeOptions(options))).toBe(key)
})

test.each([
  [
    { prot: 1 },
    'prot: there is no such option; those known are: port, host, ipc, apiKeys, anyKey, dialect, methods, control, dev, explorer, automine, miningInterval, mixedMining, poolOrder, clock, clockStart, backgroundTraffic, earlyFinality, journal, cors, faults, clientVersion, logLevel, terminal, artifacts, logStream, history, limits, callTimeout, callGas; did you mean port?',
  ],
  [
    { dialect: 'infra' },
    `dialect: 'infra' is none of: ${dialectNames.join(', ')}; did you mean infura?`,
  ],
  [
    { control: true, host: '0.0.0.0' },
    "control: it needs { token: '…' } when host is not a loopback address",
  ],
  [{ dev: true, mixedMining: true }, 'mixedMining: it needs miningInterval (--block-time)'],
  [{ mixedMining: true }, 'mixedMining: it needs dev (--dev)'],
  [{ dev: true, clockStart: 5 }, "clockStart: it needs the clock 'wall'"],
  [{ poolOrder: 'fifo' }, 'poolOrder: it needs dev (--dev)'],
] as [object, string][])('says what is accepted: %j', (options, message) => {
  expect(() => resolveServeOptions(options)).toThrow(expect.objectContaining({ message }))
})

test.each([{ apiKeys: 'secret' }, { control: 'secret' }, { control: { token: 'secret!' } }])(
  'does not repeat keys and tokens: %j',
  (wrong) => {
    const resolve = () => resolveServeOptions(wrong as unknown as ServeOptions)
    expect(resolve).toThrow(ServeOptionsError)
    expect(resolve).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('secret') }),
    )
  },
)
