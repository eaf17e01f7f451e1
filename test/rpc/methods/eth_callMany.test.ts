import { describe, expect, it } from 'vitest'
import { TEST_MNEMONIC } from '../../../src/chain/spec/spec.ts'
import { serveForTests } from '../../support/serving.ts'

const from = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const to = `0x${'c1'.repeat(20)}`

const { ask, server } = await serveForTests(
  { preset: 'latest', blocks: 4, mnemonic: TEST_MNEMONIC },
  { dev: true, callTimeout: 0 },
)

const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`
/** Adds 1 to slot 0, and returns it. */
const COUNTER = '0x6000546001018060005560005260206000f3'
/** Reverts with the reason "no". */
const REVERTING = `0x7f08c379a0${'00'.repeat(28)}600052602060045260026024526d${'6e6f'.padEnd(28, '0')}60901b60445260646000fd`
const NUMBER = '0x4360005260206000f3'

const many = (...params: readonly unknown[]) => ask<unknown>('eth_callMany', ...params)

describe('eth_callMany', () => {
  it('runs calls one after the other, also those of later bundles', async () => {
    const call = { to }
    const bundles = [{ transactions: [call, call] }, { transactions: [] }, { transactions: [call] }]
    expect(await many(bundles, {}, { [to]: { code: COUNTER } })).toEqual([
      [{ value: word(1) }, { value: word(2) }],
      [{ value: word(3) }],
    ])
    expect(await ask('eth_getCode', to)).toBe('0x')
    expect(await many([])).toEqual([])
  })

  it('says why a call failed, and goes on', async () => {
    const transactions = [{ to }, { to, gas: '0x5209' }, { to: from }]
    expect(await many([{ transactions }], null, { [to]: { code: REVERTING } })).toEqual([
      [
        { error: expect.stringMatching(/^execution reverted/) },
        { error: 'out of gas' },
        { value: '0x' },
      ],
    ])
  })

  it('gives each bundle the block fields that it wants', async () => {
    const bundles = [
      { transactions: [{ to }] },
      { transactions: [{ to }], blockOverride: { number: '0x77' } },
    ]
    const override = { [to]: { code: NUMBER } }
    const head = Number(await ask('eth_blockNumber'))
    expect(await many(bundles, undefined, override)).toEqual([
      [{ value: word(head) }],
      [{ value: word(0x77) }],
    ])
    const ofErigon = [{ transactions: [{ to }], blockOverride: { blockNumber: '0x78' } }]
    expect(await many(ofErigon, {}, override)).toEqual([[{ value: word(0x78) }]])
    expect(await many(bundles.slice(0, 1), { blockNumber: '0x2' }, override)).toEqual([
      [{ value: word(2) }],
    ])
  })

  it('runs before a transaction of a block', async () => {
    const endpoint = server.endpoint('many')
    const asked = (method: string, ...params: readonly unknown[]) =>
      endpoint.request({ method, params })
    await endpoint.setAutomine(false)
    // Returns what the account has: BALANCE of CALLDATALOAD 0.
    const balance = { to, data: `0x${'00'.repeat(12)}${'d4'.repeat(20)}` }
    for (const value of ['0x1', '0x2', '0x4']) {
      await asked('eth_sendTransaction', {
        from,
        to: `0x${'d4'.repeat(20)}`,
        value,
        gas: '0x7a120',
      })
    }
    const { hash } = await endpoint
      .mine()
      .then(() => asked('eth_getBlockByNumber', 'latest', false) as Promise<{ hash: string }>)
    const override = { [to]: { code: '0x6000353160005260206000f3' } }
    const at = (transactionIndex: unknown) =>
      asked(
        'eth_callMany',
        [{ transactions: [balance] }],
        { blockNumber: hash, transactionIndex },
        override,
      )
    expect(await at(0)).toEqual([[{ value: word(0) }]])
    expect(await at('0x1')).toEqual([[{ value: word(1) }]])
    expect(await at(2)).toEqual([[{ value: word(3) }]])
    for (const all of [3, 99, -1, null]) expect(await at(all)).toEqual([[{ value: word(7) }]])
  })

  it('refuses too many calls, calls that cannot run, and blocks that do not exist', async () => {
    const transactions = Array.from({ length: 1001 }, () => ({}))
    await expect(many([{ transactions }])).rejects.toMatchObject({
      code: -32602,
      message: 'invalid argument 0: want at most 1000 calls, have 1001',
    })
    const poor = { from: `0x${'99'.repeat(20)}`, to, value: '0x1' }
    await expect(many([{ transactions: [poor] }])).rejects.toMatchObject({
      code: -32000,
      message: expect.stringContaining('insufficient funds for gas * price + value'),
    })
    await expect(many([], { blockNumber: '0x999' })).rejects.toMatchObject({ code: -32000 })
    await expect(many([], { transactionIndex: -2 })).rejects.toMatchObject({
      code: -32602,
      message: 'invalid argument 1: want -1 or an index as transactionIndex, have -2',
    })
  })
})
