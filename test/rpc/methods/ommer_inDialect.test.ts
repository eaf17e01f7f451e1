import { expect, it } from 'vitest'
import { dialectNames } from '../../../src/endpoint/dialects/dialects.ts'
import { serveForTests } from '../../support/serving.ts'

const { server } = await serveForTests({ blocks: 24, preset: 'history' })

const ask = (key: string, method: string, ...params: unknown[]) =>
  server.endpoint(key).request({ method, params })

it.each([
  ['eth_getBlockByNumber', 'latest', true],
  ['eth_getBlockByNumber', 'pending', false],
  ['eth_getBlockReceipts', 'latest'],
  ['eth_getHeaderByNumber', '0x1'],
  ['eth_getTransactionByBlockNumberAndIndex', '0x14', '0x0'],
  ['eth_getBlockByNumber', '0xffff', true],
] as const)('answers %s as a key with the dialect does', async (method, ...params) => {
  const inGeth = await ask('geth', method, ...params).catch((error: Error) => error.message)
  const inInfura = await ask('dev', method, ...params)
  for (const key of ['dev', 'geth']) {
    const other = ask(key, 'ommer_inDialect', 'geth', { method, params })
    expect(await other.catch((error: Error) => error.message)).toEqual(inGeth)
    expect(await ask(key, 'ommer_inDialect', 'infura', { method, params })).toEqual(inInfura)
  }
})

it.each([
  [['parity', {}], `invalid argument 0: 'parity' is none of: ${dialectNames.join(', ')}`],
  [['geth', []], 'invalid argument 1: an empty list is not an object of method, params'],
  [
    ['geth', { method: 'x', id: 1 }],
    'invalid argument 1: id: there is no such member; those known are: method, params',
  ],
  [
    ['geth', { method: 'eth_getBlockReceipts' }],
    'invalid argument 1: params: it is missing; want a list of arguments',
  ],
  [['geth'], 'missing value for required argument 1'],
  [
    ['geth', { method: 'eth_getBlockReceipts', params: [] }],
    'missing value for required argument 0',
  ],
])('refuses %j', async (params, message) => {
  const answer = ask('dev', 'ommer_inDialect', ...params)
  await expect(answer).rejects.toMatchObject({ code: -32602, message })
})

it.each(['eth_sendRawTransaction', 'constructor', 1])('refuses the method %j', async (method) => {
  const answer = ask('dev', 'ommer_inDialect', 'geth', { method, params: [] })
  const message = expect.stringMatching(
    /^invalid argument 1: method: .* is none of: eth_getBlockByH/,
  )
  await expect(answer).rejects.toMatchObject({ code: -32602, message })
})
