import { mnemonicToAccount } from 'viem/accounts'
import { afterEach, describe, expect, it } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import { TEST_MNEMONIC } from '../../src/chain/spec/spec.ts'
import type { Hex } from '../../src/primitives/hex.ts'
import type { ServeOptions } from '../../src/server/options.ts'
import { type Server, serve } from '../../src/server/serve.ts'

const alice = mnemonicToAccount(TEST_MNEMONIC)

let server: Server
afterEach(() => server.close())

async function start(options: ServeOptions = {}): Promise<void> {
  const spec = {
    seed: 'joined',
    chainId: 31_337,
    mnemonic: TEST_MNEMONIC,
    blocks: 4,
    preset: 'latest',
  } as const
  server = await serve(await createChain(spec), { port: 0, dev: true, ...options })
}

const sign = async (nonce: number): Promise<Hex> =>
  alice.signTransaction({
    ...{ chainId: 31_337, nonce, to: alice.address, gas: 21_000n },
    ...{ maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 10n ** 9n },
  })

interface Answer {
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

type Call = readonly [method: string, ...params: unknown[]]

async function batch(...calls: Call[]): Promise<Answer[]> {
  const requests = calls.map(([method, ...params], id) => ({ jsonrpc: '2.0', id, method, params }))
  const response = await fetch(server.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(requests),
  })
  return (await response.json()) as Answer[]
}

const sends = (...nonces: number[]) =>
  Promise.all(
    nonces.map(async (nonce): Promise<Call> => ['eth_sendRawTransaction', await sign(nonce)]),
  )

async function blocksAfter(number: number): Promise<unknown[][]> {
  const { head } = server.endpoint('dev')
  const blocks: unknown[][] = []
  for (let at = number + 1; at <= head.number; at++) {
    const params = [`0x${at.toString(16)}`, false]
    const block = await server.request({ method: 'eth_getBlockByNumber', params })
    blocks.push((block as { transactions: unknown[] }).transactions)
  }
  return blocks
}

describe('transactions of one batch', () => {
  it('are mined together where they follow one another', async () => {
    await start()
    const answers = await batch(
      ...(await sends(0, 1, 2)),
      ['eth_blockNumber'],
      ...(await sends(3)),
      ['eth_sendTransaction', { from: alice.address, to: alice.address }],
    )
    const [first, second, third, number, fourth, fifth] = answers.map(({ result }) => result)
    expect(number).toBe('0x5')
    expect(await blocksAfter(4)).toEqual([
      [first, second, third],
      [fourth, fifth],
    ])
  })

  it('are mined one by one where others stand between them', async () => {
    await start()
    const [one, two] = (await sends(0, 1)) as [Call, Call]
    const answers = await batch(one, ['eth_blockNumber'], two)
    expect(await blocksAfter(4)).toEqual([[answers[0]?.result], [answers[2]?.result]])
  })

  it('are mined even if the last one is refused', async () => {
    await start()
    const answers = await batch(...(await sends(0, 1, 0)))
    expect(answers[2]?.error?.message).toBe('already known')
    expect(await blocksAfter(4)).toEqual([[answers[0]?.result, answers[1]?.result]])
  })

  it('take several blocks where one has no room for all', async () => {
    await start()
    await server.request({ method: 'evm_setBlockGasLimit', params: ['0xafc8'] })
    const answers = await batch(...(await sends(0, 1, 2)))
    const [first, second, third] = answers.map(({ result }) => result)
    expect(await blocksAfter(4)).toEqual([[first, second], [third]])
  })

  it('wait where nothing is mined at once', async () => {
    await start({ mining: false })
    await batch(...(await sends(0, 1)))
    expect(await blocksAfter(4)).toEqual([])
    expect(await server.request({ method: 'txpool_status', params: [] })).toEqual({
      pending: '0x2',
      queued: '0x0',
    })
  })

  it('are mined once the earlier ones are there', async () => {
    await start()
    const answers = await batch(...(await sends(2, 1, 0)))
    const [last, middle, first] = answers.map(({ result }) => result)
    expect(await blocksAfter(4)).toEqual([[first, middle, last]])
  })
})
