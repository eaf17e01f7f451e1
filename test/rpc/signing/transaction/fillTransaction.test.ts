import { Transaction } from 'ethers'
import { afterAll, describe, expect, it } from 'vitest'
import type { Account } from '../../../../src/chain/accounts.ts'
import { createChain } from '../../../../src/chain/createChain.ts'
import { TEST_MNEMONIC } from '../../../../src/chain/spec/spec.ts'
import type { Hex } from '../../../../src/primitives/hex.ts'
import { type Server, serve } from '../../../../src/server/serve.ts'

const servers: Server[] = []
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()))
})

async function start(spec: Parameters<typeof createChain>[0]) {
  const chain = await createChain({ mnemonic: TEST_MNEMONIC, ...spec })
  const server = await serve(chain, { port: 0, dev: true, callTimeout: 0 })
  servers.push(server)
  const [{ address: from }, { address: to }] = chain.accounts as unknown as [Account, Account]
  const sign = async (request: object) => {
    const params = [{ from, ...request }]
    const signed = await server.request({ method: 'eth_signTransaction', params })
    return (signed as { tx: Record<string, unknown> }).tx
  }
  return { chain, server, from, to, sign }
}

const WORD = `0x01${'00'.repeat(31)}`

describe('on the newest fork', async () => {
  const { chain, server, to, sign } = await start({ preset: 'latest', blocks: 6 })

  it('fills in all that is missing', async () => {
    const tip = (await server.request({ method: 'eth_maxPriorityFeePerGas' })) as Hex
    const base = chain.head.header.baseFeePerGas as bigint
    expect(await sign({ to })).toMatchObject({
      type: '0x2',
      chainId: '0x539',
      nonce: '0x0',
      gas: '0x5208',
      value: '0x0',
      input: '0x',
      maxPriorityFeePerGas: tip,
      maxFeePerGas: `0x${(2n * base + BigInt(tip)).toString(16)}`,
    })
  })

  it('keeps what is given', async () => {
    const given = { nonce: '0x7', gas: '0x9999', value: '0x1', gasPrice: '0x5', chainId: '0x539' }
    expect(await sign({ to, ...given, data: '0x12' })).toMatchObject({
      ...given,
      type: '0x0',
      input: '0x12',
    })
  })

  it('estimates the gas on the state of the head', async () => {
    const { address } = chain.contract('token')
    const data = `0x70a08231${'00'.repeat(12)}${to.slice(2)}`
    const request = { to: address, data }
    const gas = await server.request({ method: 'eth_estimateGas', params: [request] })
    expect((await sign(request)).gas).toBe(gas)
  })

  it('takes the next nonce from the pending block, as eth_getTransactionCount does', async () => {
    const nonces: unknown[] = []
    for (const { address: from } of chain.accounts.slice(10)) {
      const params = [from, 'pending']
      const count = await server.request({ method: 'eth_getTransactionCount', params })
      const tx = await sign({ from, to, gas: '0x5208' })
      expect(tx.nonce).toBe(count)
      nonces.push(count)
    }
    expect(new Set(nonces).size).toBeGreaterThan(1)
  })

  it.each([
    ['0x0', { gasPrice: '0x1' }],
    ['0x0', { type: '0x0' }],
    ['0x1', { gasPrice: '0x1', accessList: [] }],
    ['0x1', { type: '0x1' }],
    ['0x1', { type: 1 }],
    ['0x2', { accessList: [] }],
    ['0x2', { type: '0x2' }],
    ['0x3', { blobVersionedHashes: [WORD] }],
    ['0x4', { authorizationList: [] }],
    ['0x4', { type: '0x4', authorizationList: [] }],
  ])('makes type %s of %j', async (type, request) => {
    expect(await sign({ to, gas: '0x5208', ...request })).toMatchObject({ type })
  })

  it.each([{ type: '0x0' }, { type: '0x1' }])('fills in a gas price for %j', async (request) => {
    const gasPrice = await server.request({ method: 'eth_gasPrice' })
    expect(await sign({ to, ...request })).toMatchObject({ ...request, gasPrice })
  })

  it('signs a contract creation', async () => {
    expect(await sign({ input: '0x6000' })).toMatchObject({ to: null, input: '0x6000' })
  })

  const tooLow = { gas: '0x1', value: `0x${'f'.repeat(64)}` }
  it('signs what cannot run if the gas is given', async () => {
    expect(await sign({ to, ...tooLow })).toMatchObject(tooLow)
  })

  it.each<[message: RegExp, request: object]>([
    [/^"blobs" is not supported for this RPC method$/, { blobs: [] }],
    [/^both "data" and "input" are set and not equal\. Please use/, { data: '0x', input: '0x01' }],
    [/^both gasPrice and \(maxFeePerGas/, { gasPrice: '0x1', maxFeePerGas: '0x1' }],
    [/^type 0x2 does not fit the other fields: they make 0x0$/, { type: '0x2', gasPrice: '0x1' }],
    [
      /^type 0x0 does not fit the other fields: they make 0x2$/,
      { type: '0x0', maxFeePerGas: `0x${'f'.repeat(60)}` },
    ],
    [/^type 0x3 does not fit the other fields: they make 0x2$/, { type: '0x3' }],
    [
      /^type 0x0 does not fit the other fields: they make 0x4$/,
      { type: '0x0', authorizationList: [] },
    ],
    [
      /^both gasPrice and blobVersionedHashes specified$/,
      { gasPrice: '0x1', blobVersionedHashes: [WORD] },
    ],
    [/^type 0x7f does not fit/, { type: '0x7f' }],
    [/^need at least 1 blob for a blob transaction$/, { blobVersionedHashes: [] }],
    [
      /^too many blobs in transaction \(have=7, max=6\)$/,
      { blobVersionedHashes: Array(7).fill(WORD) },
    ],
    [/^missing "to" in blob transaction$/, { to: null, blobVersionedHashes: [WORD] }],
    [/^contract creation without any data provided$/, { to: null }],
    [/^chainId does not match node's \(have=1, want=1337\)$/, { chainId: '0x1', gas: '0x5208' }],
    [/^nonce has max value$/, { nonce: '0xffffffffffffffff' }],
    [/insufficient funds/, { value: `0x${'f'.repeat(64)}` }],
  ])('refuses: %s', async (message, request) => {
    await expect(sign({ to, ...request })).rejects.toMatchObject({
      code: -32000,
      message: expect.stringMatching(message),
    })
  })

  it('answers why a contract reverts', async () => {
    const { address } = chain.contract('token')
    // transfer of more than it has
    const input = `0xa9059cbb${'00'.repeat(12)}${to.slice(2)}${'ff'.repeat(32)}`
    await expect(sign({ to: address, input })).rejects.toMatchObject({
      code: 3,
      message: expect.stringMatching(/^execution reverted/),
    })
  })
})

it('fills in a gas price before London', async () => {
  const { sign, to, server } = await start({ forks: { berlin: 0 }, blocks: 3 })
  const gasPrice = await server.request({ method: 'eth_gasPrice' })
  expect(await sign({ to })).toMatchObject({ type: '0x0', gasPrice })
  expect(await sign({ to, accessList: [] })).toMatchObject({ type: '0x1', gasPrice })
  await expect(sign({ to, authorizationList: [] })).rejects.toThrow(
    /^transaction type not supported$/,
  )
})

it('signs for the chain id of the spec', async () => {
  const { server, from, to } = await start({ chainId: 31337, blocks: 0, preset: 'latest' })
  const params = [{ from, to }]
  const { raw } = (await server.request({ method: 'eth_signTransaction', params })) as { raw: Hex }
  expect(Transaction.from(raw).chainId).toBe(31337n)
})
