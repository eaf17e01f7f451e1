import { mnemonicToAccount } from 'viem/accounts'
import { afterEach, describe, expect, it } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import { TEST_MNEMONIC } from '../../../src/chain/spec/spec.ts'
import type { SigningRules } from '../../../src/pool/sentSender.ts'
import { fromHex, type Hex } from '../../../src/primitives/hex.ts'
import { methodsWith } from '../../../src/rpc/methods/methodRegistry.ts'
import { JoinedSends } from '../../../src/rpc/sending/joinedSends.ts'
import type { ServeOptions } from '../../../src/server/options.ts'
import { type Server, serve } from '../../../src/server/serve.ts'
import { SharedSenders } from '../../../src/threads/senders/sharedSenders.ts'
import { MovableEndpoint } from '../../support/movableEndpoint.ts'
import { askOverHttp, post } from '../../support/transports.ts'

const alice = mnemonicToAccount(TEST_MNEMONIC)

let server: Server

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
    chainId: 31_337,
    nonce,
    to: alice.address,
    gas: 21_000n,
    maxFeePerGas: 10n ** 11n,
    maxPriorityFeePerGas: 10n ** 9n,
  })

interface Answer {
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

type Call = readonly [method: string, ...params: unknown[]]

async function batch(...calls: Call[]): Promise<Answer[]> {
  const requests = calls.map(([method, ...params], id) => ({ jsonrpc: '2.0', id, method, params }))
  return (await (await post(server.url, JSON.stringify(requests))).json()) as Answer[]
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
  afterEach(() => server.close())

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
    await start({ automine: false })
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

  it('are mined where they still wait when one of them is sent again', async () => {
    await start({ automine: false })
    const [first, second] = await batch(...(await sends(0, 1)))
    await server.request({ method: 'evm_setAutomine', params: [true] })
    const again = askOverHttp(server.url, 'eth_sendRawTransaction', await sign(0))
    expect(await again).toMatchObject({ message: 'already known' })
    expect(await blocksAfter(4)).toEqual([[first?.result, second?.result]])
  })

  it('are all accepted where another thread recovers their senders', async () => {
    await start({ automine: false })
    const nonces = Array.from({ length: 20 }, (_, index) => index)
    const calls = await sends(...nonces)
    // So many that the thread starts.
    for (let repeat = 0; repeat < 30; repeat++) {
      const answers = await batch(...calls)
      for (const { error } of answers) expect(error?.message ?? 'sent').toMatch(/sent|known/)
    }
    const content = await server.request({ method: 'txpool_contentFrom', params: [alice.address] })
    const { pending } = content as { pending: Record<string, unknown> }
    expect(Object.keys(pending)).toEqual(nonces.map(String))
  })
})

describe('senders that another thread recovers', async () => {
  const chain = await createChain({ seed: 'joined', chainId: 31_337, blocks: 1, preset: 'latest' })
  const endpoint = new MovableEndpoint('joined', chain)
  const rules = { chainId: 31_337, hasReplayProtection: true }
  const alicesAddress = alice.address.toLowerCase()

  /** Recovers the senders at some places at once. */
  class QuickThread {
    encoded: readonly Hex[] = []
    rules: unknown
    readonly #places: readonly number[]
    shared: SharedSenders | undefined

    constructor(...places: number[]) {
      this.#places = places
    }

    begin(encoded: readonly Hex[], rules: SigningRules): SharedSenders {
      this.encoded = encoded
      this.rules = rules
      this.shared = SharedSenders.create(encoded.length)
      for (const place of this.#places) {
        this.shared.take(place)
        this.shared.set(place, fromHex(alice.address))
      }
      return this.shared
    }
  }

  const requestsOf = (calls: readonly Call[]) =>
    calls.map(([method, ...params], id) => ({ id: `${id}`, method, params, problem: undefined }))

  it('are used for the transactions that are mined together', async () => {
    const calls = await sends(...Array.from({ length: 12 }, (_, nonce) => nonce))
    calls[1] = ['eth_blockNumber']
    calls[4] = ['eth_sendRawTransaction', `0x${'00'.repeat(3000)}`]
    const thread = new QuickThread(8)
    const joined = new JoinedSends(requestsOf(calls), endpoint, methodsWith('joins'), thread)
    const isGiven = (index: number) => index !== 0 && index !== 1 && index !== 4
    expect(thread.encoded).toEqual(calls.flatMap(([, raw], at) => (isGiven(at) ? [raw] : [])))
    expect(thread.rules).toMatchObject(rules)

    expect(joined.at(0)).toBeUndefined()
    expect(joined.at(4)?.recoveredSender(rules)).toBeUndefined()
    expect(joined.at(11)?.recoveredSender({ ...rules, chainId: 1 })).toBeUndefined()
    const others = { ...rules, hasReplayProtection: false }
    expect(joined.at(11)?.recoveredSender(others)).toBeUndefined()
    expect(joined.at(11)?.recoveredSender(rules)).toBe(alicesAddress)
    // This thread recovers it itself: the other one leaves it alone.
    expect(joined.at(2)?.recoveredSender(rules)).toBeUndefined()
    expect(thread.shared?.take(0)).toBe(false)
    expect(thread.shared?.take(1)).toBe(true)
    joined.end()
    expect(thread.shared?.take(2)).toBe(false)
  })

  it('are not worth it for a few', async () => {
    const thread = new QuickThread(0)
    const calls = await sends(0, 1, 2, 3, 4, 5, 6)
    const joined = new JoinedSends(requestsOf(calls), endpoint, methodsWith('joins'), thread)
    expect(thread.encoded).toEqual([])
    expect(joined.at(6)?.recoveredSender(rules)).toBeUndefined()
  })
})
