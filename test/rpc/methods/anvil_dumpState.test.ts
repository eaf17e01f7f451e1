import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import { stateOfAccounts } from '../../../src/chain/genesis/stateOfAccounts.ts'
import { readAnvilState } from '../../../src/endpoint/anvilState/readAnvilState.ts'
import { loadAnvilState } from '../../../src/formats/anvil/loadAnvilState.ts'
import { fromHex, type Hex, toHex } from '../../../src/primitives/hex.ts'
import { type Server, serve } from '../../../src/server/serve.ts'

const MNEMONIC = 'test test test test test test test test test test test junk'

const start = async (spec: Parameters<typeof createChain>[0]) =>
  serve(await createChain({ mnemonic: MNEMONIC, ...spec }), { port: 0, dev: true, callTimeout: 0 })

const ask = <T>(server: Server, method: string, ...params: unknown[]) =>
  server.request({ method, params }) as Promise<T>

/** The text that a dump consists of. */
async function textOf(server: Server, method = 'anvil_dumpState'): Promise<string> {
  return gunzipSync(fromHex(await ask<Hex>(server, method))).toString()
}

async function rootOf(text: string): Promise<Hex> {
  const { accounts } = readAnvilState(JSON.parse(text))
  return toHex((await stateOfAccounts(accounts, new Map())).root())
}

describe('anvil_dumpState', () => {
  it.each(['history', 'eras', 'pow', 'latest', 'amsterdam'] as const)(
    'has all accounts and slots of a chain of preset %s',
    async (preset) => {
      const server = await start({ preset, seed: 'dump', blocks: 40 })
      const { stateRoot } = await ask<{ stateRoot: Hex }>(
        server,
        'eth_getBlockByNumber',
        'latest',
        false,
      )
      expect(await rootOf(await textOf(server))).toBe(stateRoot)
      await server.close()
    },
  )

  it('has what tests have written by hand, on any branch', async () => {
    const [one, other] = [`0x${'0a'.repeat(20)}`, `0x${'0b'.repeat(20)}`]
    const server = await start({ preset: 'latest', blocks: 2 })
    const [from] = await ask<string[]>(server, 'eth_accounts')
    await ask(server, 'anvil_setStorageAt', one, '0x7', `0x${'00'.repeat(31)}09`)
    await ask(server, 'anvil_setBalance', other, '0x5')
    await server.mine()
    await ask(server, 'eth_sendTransaction', { from, to: other, value: '0x1' })
    await server.reorg({ depth: 1 })
    await ask(server, 'anvil_setCode', one, '0x6001')
    const text = await textOf(server, 'hardhat_dumpState')
    const { accounts } = JSON.parse(text) as { accounts: Record<string, object> }
    expect(accounts[one]).toEqual({
      nonce: 0,
      balance: '0x0',
      code: '0x6001',
      storage: { [`0x${'00'.repeat(31)}07`]: `0x${'00'.repeat(31)}09` },
    })
    expect(accounts[other]).toMatchObject({ balance: '0x6' })
    expect(await textOf(server)).toBe(text)
    await server.close()
  })

  it('is loaded as it was, whatever was sent', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 8 }), async (actions) => {
        const server = await start({ preset: 'latest', blocks: 1 })
        const [from, to] = (await ask<string[]>(server, 'eth_accounts')) as [string, string]
        for (const act of actions) await act(server, from, to)
        const text = await textOf(server)
        const path = join(await mkdtemp(join(tmpdir(), 'ommer-dump-')), 'state.json')
        await writeFile(path, text)
        const loaded = await loadAnvilState(path, { mnemonic: MNEMONIC })
        const copy = await serve(loaded, { port: 0, dev: true, callTimeout: 0 })
        expect(JSON.parse(await textOf(copy))).toEqual(JSON.parse(text))
        for (const each of [server, copy]) {
          // A dump does not have what waits.
          await ask(each, 'anvil_dropAllTransactions')
          await ask(each, 'eth_sendTransaction', { from, to, value: '0x1', gas: '0x5208' })
        }
        const balances = [server, copy].map((each) => ask(each, 'eth_getBalance', to, 'latest'))
        expect(await balances[0]).toBe(await balances[1])
        await Promise.all([server.close(), copy.close()])
      }),
      { numRuns: 5 },
    )
  })

  it('writes no states of older blocks', async () => {
    const server = await start({ preset: 'latest', blocks: 1 })
    await expect(ask(server, 'anvil_dumpState', true)).rejects.toMatchObject({
      code: -32602,
      message: 'invalid argument 0: the states of older blocks are not written: want false',
    })
    await server.close()
  })

  it('is refused above the limit of answers', async () => {
    const chain = await createChain({ preset: 'latest', blocks: 8 })
    const server = await serve(chain, { port: 0, dev: true, limits: { answerBytes: 4096 } })
    await expect(ask(server, 'anvil_dumpState')).rejects.toMatchObject({ code: -32003 })
    await server.close()
  })
})

type Act = (server: Server, from: string, to: string) => Promise<unknown>

const INIT = ['0x600160005560016000a000', '0x60006000fd', '0x6001600155600060006000f0ff']

const action = fc.oneof<fc.Arbitrary<Act>[]>(
  fc.constantFrom(...INIT).map((data) => (server, from) => {
    return ask(server, 'eth_sendTransaction', { from, data, gas: '0x186a0' })
  }),
  fc.nat(1000).map((wei) => (server, from, to) => {
    const value = `0x${wei.toString(16)}`
    return ask(server, 'eth_sendTransaction', { from, to, value, gas: '0x5208' })
  }),
  fc.nat(1000).map((wei) => (server) => {
    return ask(server, 'anvil_setBalance', `0x${'0c'.repeat(20)}`, `0x${(wei + 1).toString(16)}`)
  }),
  fc.constant<Act>(async (server, _, to) => {
    const from = `0x${'0d'.repeat(20)}`
    await ask(server, 'anvil_setBalance', from, '0xde0b6b3a7640000')
    await ask(server, 'anvil_impersonateAccount', from)
    await ask(server, 'eth_sendTransaction', { from, to, value: '0x1', gas: '0x5208' })
  }),
  fc.constant<Act>((server) => server.mine(2)),
  fc.constant<Act>((server) => server.reorg({ depth: 1 })),
)
