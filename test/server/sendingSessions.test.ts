import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Chain } from '../../src/chain/chain.ts'
import { createChain } from '../../src/chain/createChain.ts'
import { TEST_MNEMONIC } from '../../src/chain/spec/spec.ts'
import type { Hex } from '../../src/primitives/hex.ts'
import { serve } from '../../src/server/serve.ts'
import type { ServedEndpoint } from '../../src/server/servedEndpoint.ts'
import { repeated } from '../support/sized.ts'

const SENDERS = [
  '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
  '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
] as const
const RECEIVER = `0x${'11'.repeat(20)}` as const
/** whose state is set by hand, and who is impersonated */
const OTHER = `0x${'22'.repeat(20)}` as const

let chain: Chain
beforeAll(async () => {
  const spec = { seed: 'sessions', mnemonic: TEST_MNEMONIC, blocks: 6, preset: 'latest' } as const
  chain = await createChain(spec)
})

interface PooledJson {
  readonly hash: Hex
  readonly nonce: Hex
  readonly from: Hex
  readonly to: Hex
  readonly value: Hex
}

interface BlockJson {
  readonly hash: Hex
  readonly transactions: readonly PooledJson[]
}

type PoolPart = Readonly<Record<string, Readonly<Record<string, PooledJson>>>>

/** An endpoint, and what its clients have done. */
class Client {
  readonly endpoint: ServedEndpoint
  /** by hash, with those that replace each other */
  readonly accepted = new Map<Hex, { readonly from: Hex; readonly nonce: number }>()
  readonly dropped = new Set<Hex>()
  /** those that may have been replaced by one that was dropped: they do not return */
  readonly superseded = new Set<Hex>()
  /** how many were accepted before each snapshot */
  readonly #snapshots: number[] = []

  constructor(endpoint: ServedEndpoint) {
    this.endpoint = endpoint
  }

  async ask<Result>(method: string, ...params: unknown[]): Promise<Result> {
    return (await this.endpoint.request({ method, params })) as Result
  }

  async nonceOf(address: string, tag: 'earliest' | 'latest' | 'pending'): Promise<number> {
    return Number(await this.ask<Hex>('eth_getTransactionCount', address, tag))
  }

  /** @param ahead of the next nonce; below 0 it replaces one, if one is pending */
  async send(from: Hex, value: number, ahead: number): Promise<void> {
    const next = await this.nonceOf(from, 'pending')
    const nonce = Math.max(next + ahead, await this.nonceOf(from, 'latest'))
    // Each is paid better than those before, so that it can replace them.
    const fee = Math.round(2_000_000_000 * 1.2 ** this.accepted.size)
    const hash = await this.ask<Hex>('eth_sendTransaction', {
      from,
      to: RECEIVER,
      value: `0x${value.toString(16)}`,
      nonce: `0x${nonce.toString(16)}`,
      gas: '0x5208',
      maxFeePerGas: `0x${fee.toString(16)}`,
      maxPriorityFeePerGas: `0x${fee.toString(16)}`,
    })
    this.accepted.set(hash, { from, nonce })
  }

  async snapshot(): Promise<void> {
    expect(await this.endpoint.snapshot()).toBe(this.#snapshots.push(this.accepted.size))
  }

  /** Restores one of the snapshots, which forgets what was sent since. */
  async revert(id: number): Promise<void> {
    const accepted = this.#snapshots[id - 1]
    if (accepted === undefined) return
    await this.endpoint.revert(id)
    for (const hash of [...this.accepted.keys()].slice(accepted)) this.drop(hash)
  }

  drop(dropped: Hex): void {
    this.dropped.add(dropped)
    const { from, nonce } = this.accepted.get(dropped) as { from: Hex; nonce: number }
    for (const [hash, other] of this.accepted) {
      if (other.from === from && other.nonce === nonce) this.superseded.add(hash)
    }
  }

  async canonical(): Promise<BlockJson[]> {
    const numbers = Array.from({ length: this.endpoint.head.number + 1 }, (_, index) => index)
    return Promise.all(
      numbers.map((number) =>
        this.ask<BlockJson>('eth_getBlockByNumber', `0x${number.toString(16)}`, true),
      ),
    )
  }

  /** Checks that state, blocks and pool agree. */
  async check(): Promise<void> {
    const mined = (await this.canonical()).flatMap(({ transactions }) => transactions)
    const { pending, queued } =
      await this.ask<Record<'pending' | 'queued', PoolPart>>('txpool_content')
    const listOf = (part: PoolPart) => Object.values(part).flatMap((each) => Object.values(each))
    const [ready, waiting] = [listOf(pending), listOf(queued)]
    const pooled = [...ready, ...waiting]
    expect(await this.ask('txpool_status')).toEqual({
      pending: `0x${ready.length.toString(16)}`,
      queued: `0x${waiting.length.toString(16)}`,
    })
    for (const from of SENDERS) {
      const count = mined.filter((each) => each.from === from).length
      const nonce = (await this.nonceOf(from, 'earliest')) + count
      expect(await this.nonceOf(from, 'latest')).toBe(nonce)
      const own = ready.filter((each) => each.from.toLowerCase() === from)
      const nonces = own.map((each) => Number(each.nonce)).sort((one, other) => one - other)
      expect(nonces).toEqual(nonces.map((_, index) => nonce + index))
      expect(await this.nonceOf(from, 'pending')).toBe(nonce + own.length)
      for (const each of waiting) {
        if (each.from.toLowerCase() === from) {
          expect(Number(each.nonce)).toBeGreaterThan(nonce + own.length)
        }
      }
    }
    const received = mined.filter(({ to }) => to === RECEIVER)
    const sum = received.reduce((total, { value }) => total + BigInt(value), 0n)
    expect(BigInt(await this.ask<Hex>('eth_getBalance', RECEIVER, 'latest'))).toBe(sum)
    await this.#checkAccepted(mined, pooled)
  }

  async #checkAccepted(mined: readonly PooledJson[], pooled: readonly PooledJson[]): Promise<void> {
    const places = [...mined, ...pooled]
    expect(new Set(places.map(({ hash }) => hash)).size).toBe(places.length)
    for (const [hash, { from, nonce }] of this.accepted) {
      const isThere = places.some((each) => each.hash === hash)
      if (this.dropped.has(hash)) {
        expect(pooled.some((each) => each.hash === hash)).toBe(false)
        continue
      }
      if (this.superseded.has(hash)) continue
      const isReplaced = places.some(
        (each) =>
          each.hash !== hash && each.from.toLowerCase() === from && Number(each.nonce) === nonce,
      )
      if (!isThere && !isReplaced) throw new Error(`${from} ${nonce} ${hash} is lost`)
    }
  }
}

const few = fc.integer({ min: 1, max: 3 })
const sender = fc.constantFrom(...SENDERS)

const action = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(fc.constant('send'), fc.integer({ min: -2, max: 2 }), few, sender),
  },
  ...(['mine', 'rollback', 'reorg', 'snapshot', 'revert', 'choose'] as const).map((name) => ({
    weight: 2,
    arbitrary: fc.tuple(fc.constant(name), few, few, sender),
  })),
  ...(['hold', 'release', 'drop', 'automine', 'byHand', 'impersonate', 'lag'] as const).map(
    (name) => ({
      weight: 1,
      arbitrary: fc.tuple(fc.constant(name), few, few, sender),
    }),
  ),
)

async function act(
  client: Client,
  replica: ServedEndpoint,
  [name, count, more, from]: readonly [string, number, number, Hex],
): Promise<void> {
  const { endpoint, accepted } = client
  const { number } = endpoint.head
  if (number === 0 && (name === 'reorg' || name === 'choose')) return
  const sent = [...accepted.keys()].at(-count)
  if (name === 'send') await client.send(from, more, count)
  else if (name === 'mine') await endpoint.mine(count)
  else if (name === 'rollback') await endpoint.rollback(Math.min(count, number))
  else if (name === 'reorg')
    await endpoint.reorg({ depth: Math.min(count, number), length: more, force: true })
  else if (name === 'choose') {
    const transactions = (await client.canonical())
      .slice(-count)
      .flatMap((block) => block.transactions)
    const own = transactions.filter(({ hash }) => accepted.has(hash)).map(({ hash }) => hash)
    await endpoint.reorg({ depth: Math.min(count, number), transactions: [[], own], force: true })
  } else if (name === 'snapshot') await client.snapshot()
  else if (name === 'revert') await client.revert(count)
  else if (name === 'hold' && sent) await endpoint.holdTransaction(sent)
  else if (name === 'release' && sent) await endpoint.releaseTransaction(sent)
  else if (name === 'drop' && sent) {
    await endpoint.dropTransaction(sent)
    client.drop(sent)
  } else if (name === 'automine') await endpoint.setAutomine(count === 1)
  else if (name === 'lag') await replica.setLag({ behind: endpoint.key, blocks: count })
  else if (name === 'byHand') {
    await endpoint.setNonce(OTHER, number + count)
    await endpoint.setCode(OTHER, '0x6001600055')
  } else if (name === 'impersonate') {
    await endpoint.setBalance(OTHER, 10n ** 20n)
    await endpoint.setCode(OTHER, '0x')
    await endpoint.impersonateAccount(OTHER)
    await client.ask('eth_sendTransaction', { from: OTHER, to: SENDERS[0], value: '0x1' })
    await endpoint.stopImpersonatingAccount(OTHER)
  }
}

type Session = readonly (readonly [number, readonly [string, number, number, Hex]])[]

/** Plays a session at two endpoints, and checks all after each action. @returns their heads */
async function play(session: Session): Promise<readonly Hex[]> {
  const server = await serve(chain, { port: 0, dev: true, mining: false, anyKey: true })
  try {
    const clients = [new Client(server.endpoint('a')), new Client(server.endpoint('b'))]
    const [witness, replica] = [server.endpoint('witness'), server.endpoint('replica')]
    for (const [index, done] of session) {
      const client = clients[index] as Client
      await act(client, replica, done)
      await client.check()
      const own = client.endpoint.head
      if (chain.tree.byHash(own.hash) === undefined) {
        expect(
          await witness.request({ method: 'eth_getBlockByHash', params: [own.hash, false] }),
        ).toBeNull()
      }
    }
    for (const client of clients) await client.check()
    expect(witness.head.hash).toBe(chain.tree.head.hash)
    const status = await witness.request({ method: 'txpool_status', params: [] })
    expect(status).toEqual({ pending: '0x0', queued: '0x0' })
    return clients.map(({ endpoint }) => endpoint.head.hash)
  } finally {
    await server.close()
  }
}

describe('sessions of several clients', () => {
  it('keep state, blocks and pools consistent, and lead to the same blocks again', async () => {
    const session = fc.array(fc.tuple(fc.nat(1), action), { minLength: 5, maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(session, async (drawn) => {
        expect(await play(drawn)).toEqual(await play(drawn))
      }),
      { numRuns: repeated(4, 100) },
    )
  })
})
