import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import { TEST_MNEMONIC } from '../../src/chain/spec/spec.ts'
import type { Hex } from '../../src/primitives/hex.ts'
import { serve } from '../../src/server/serve.ts'
import type { ServedEndpoint } from '../../src/server/servedEndpoint.ts'
import { signedTransactions } from '../support/signedTransactions.ts'
import { repeated, sized } from '../support/sized.ts'

const SENDERS = [
  '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
  '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
  // who has signed transactions of all types
  '0x14dc79964da2c08b23698b3d3cc7ca32193d9955',
] as const
/** whose code an account may delegate to */
const DELEGATE = `0x${'33'.repeat(20)}` as const
const RECEIVER = `0x${'11'.repeat(20)}` as const
/** whose state is set by hand, and who is impersonated */
const OTHER = `0x${'22'.repeat(20)}` as const

const spec = { seed: 'sessions', mnemonic: TEST_MNEMONIC, blocks: 6, preset: 'latest' } as const
const chain = await createChain(spec)

interface PooledJson {
  readonly hash: Hex
  readonly nonce: Hex
  readonly from: Hex
  readonly to: Hex
  readonly value: Hex
  readonly blockHash: Hex | null
}

interface BlockJson {
  readonly hash: Hex
  readonly transactions: readonly PooledJson[]
}

type PoolPart = Readonly<Record<string, Readonly<Record<string, PooledJson>>>>

type PoolJson = Readonly<Record<'pending' | 'queued', PoolPart>>

const listOf = (part: PoolPart) => Object.values(part).flatMap((each) => Object.values(each))
const idOf = ({ from, nonce }: Pick<PooledJson, 'from' | 'nonce'>) =>
  `${from.toLowerCase()} ${Number(nonce)}`

interface Saved {
  readonly head: Hex
  /** in the order in which blocks include them */
  readonly pooled: readonly Hex[]
  readonly live: ReadonlyMap<Hex, string>
}

/** An endpoint, and a model of what its clients have done, which forgets nothing. */
class Client {
  readonly endpoint: ServedEndpoint
  /** the hashes of all that were ever accepted */
  readonly accepted = new Set<Hex>()
  /** those that must be in a block or in the pool, with sender and nonce: neither dropped nor replaced nor undone */
  live: Map<Hex, string> = new Map()
  /** those that were dropped at some time: no snapshot must have them any more, even if they are sent again */
  readonly #dropped = new Set<Hex>()
  readonly #snapshots: (Saved | undefined)[] = []

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
    await this.trySend('eth_sendTransaction', {
      from,
      to: RECEIVER,
      value: `0x${value.toString(16)}`,
      nonce: `0x${nonce.toString(16)}`,
      gas: '0x5208',
      maxFeePerGas: `0x${fee.toString(16)}`,
      maxPriorityFeePerGas: `0x${fee.toString(16)}`,
    })
  }

  /** Sends something, which may be refused. */
  async trySend(method: string, sent: unknown): Promise<void> {
    let hash: Hex
    try {
      hash = await this.ask<Hex>(method, sent)
    } catch {
      return
    }
    const { from, nonce } = await this.ask<PooledJson>('eth_getTransactionByHash', hash)
    this.accepted.add(hash)
    this.#put(hash, idOf({ from, nonce }))
  }

  /** One of each sender and nonce is enough. */
  #put(hash: Hex, id: string): void {
    for (const [other, otherId] of this.live) if (otherId === id) this.live.delete(other)
    this.live.set(hash, id)
  }

  async snapshot(): Promise<void> {
    const pooled = (await this.#pooled()).map(({ hash }) => hash)
    const { hash: head } = this.endpoint.head
    const count = this.#snapshots.push({ head, pooled, live: new Map(this.live) })
    expect(await this.endpoint.snapshot()).toBe(count)
  }

  /** Restores one of the snapshots, earlier or later than the one that was restored last. */
  async revert(id: number, method: string): Promise<void> {
    const saved = this.#snapshots[id - 1]
    expect(await this.ask(method, id)).toBe(saved !== undefined)
    if (saved === undefined) return
    // It uses up the snapshot, and those after it.
    if (method === 'evm_revert') this.#snapshots.fill(undefined, id - 1)
    const isKept = (hash: Hex): boolean => !this.#dropped.has(hash)
    expect(this.endpoint.head.hash).toBe(saved.head)
    const pooled = (await this.#pooled()).map(({ hash }) => hash)
    // Without one that was dropped, the next ones of its sender are queued, and so listed later.
    const inOrder = (hashes: readonly Hex[]) =>
      saved.pooled.every(isKept) ? hashes : hashes.filter(isKept).sort()
    expect(inOrder(pooled)).toEqual(inOrder(saved.pooled))
    this.live = new Map([...saved.live].filter(([hash]) => isKept(hash)))
  }

  async #pooled(): Promise<readonly PooledJson[]> {
    const { pending, queued } = await this.ask<PoolJson>('txpool_content')
    return [...listOf(pending), ...listOf(queued)]
  }

  async drop(hash: Hex): Promise<void> {
    await this.endpoint.dropTransaction(hash)
    this.#forget([hash])
  }

  async dropAll(): Promise<void> {
    const pooled = await this.#pooled()
    await this.endpoint.dropAllTransactions()
    this.#forget(pooled.map(({ hash }) => hash))
  }

  async reset(): Promise<void> {
    await this.endpoint.reset()
    this.live = new Map()
  }

  #forget(hashes: readonly Hex[]): void {
    for (const hash of hashes) {
      this.live.delete(hash)
      this.#dropped.add(hash)
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
    const { pending, queued } = await this.ask<PoolJson>('txpool_content')
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
    const places = new Map([...mined, ...pooled].map((each) => [each.hash, each]))
    expect(places.size).toBe(mined.length + pooled.length)
    for (const [hash, id] of [...this.live]) {
      if (places.has(hash)) continue
      // A block has, or returned to the pool, another one with its nonce.
      const other = [...places.values()].find((each) => idOf(each) === id)
      if (other === undefined) throw new Error(`${id} ${hash} is lost`)
      this.live.delete(hash)
      if (this.accepted.has(other.hash)) this.live.set(other.hash, id)
    }
    for (const hash of this.accepted) {
      const place = places.get(hash)
      const blockHash = place?.blockHash ?? null
      const receipt = await this.ask('eth_getTransactionReceipt', hash)
      expect(receipt).toEqual(blockHash && expect.objectContaining({ blockHash }))
      const found = await this.ask('eth_getTransactionByHash', hash)
      expect(found).toEqual(place ? expect.objectContaining({ blockHash }) : null)
      const isPooled = place !== undefined && blockHash === null
      if (isPooled && !this.live.has(hash) && !this.#dropped.has(hash)) {
        throw new Error(`${idOf(place)} ${hash} waits again`)
      }
    }
  }
}

const few = fc.integer({ min: 1, max: 3 })
const sender = fc.constantFrom(...SENDERS)

/** How often each action is drawn. */
const weights = {
  send: 14,
  sendRaw: 5,
  snapshot: 4,
  revert: 4,
  evm_revert: 3,
  mine: 3,
  rollback: 4,
  reorg: 2,
  choose: 2,
  hold: 1,
  release: 1,
  drop: 1,
  dropAll: 1,
  automine: 2,
  byHand: 1,
  impersonate: 1,
  delegate: 1,
  lag: 1,
  reset: 1,
  bulk: 1,
}

const action = fc.oneof(
  ...Object.entries(weights).map(([name, weight]) => {
    const count = name === 'send' ? fc.integer({ min: -2, max: 2 }) : few
    return { weight, arbitrary: fc.tuple(fc.constant(name), count, few, sender) }
  }),
)

async function act(
  client: Client,
  replica: ServedEndpoint,
  [name, count, more, from]: readonly [string, number, number, Hex],
): Promise<void> {
  const { endpoint, accepted } = client
  const { number } = endpoint.head
  if (number === 0 && (name === 'reorg' || name === 'choose')) return
  const sent = [...accepted].at(-count)
  if (name === 'send') await client.send(from, more, count)
  else if (name === 'sendRaw')
    await client.trySend('eth_sendRawTransaction', signedTransactions[2 * (count - 1) + (more % 2)])
  else if (name === 'mine') await endpoint.mine(count)
  else if (name === 'bulk') await client.ask('hardhat_mine', '0x20')
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
  else if (name === 'revert') await client.revert(count, 'ommer_revert')
  else if (name === 'evm_revert') await client.revert(count, 'evm_revert')
  else if (name === 'hold' && sent) await endpoint.holdTransaction(sent)
  else if (name === 'release' && sent) await endpoint.releaseTransaction(sent)
  else if (name === 'drop' && sent) await client.drop(sent)
  else if (name === 'dropAll') await client.dropAll()
  else if (name === 'automine') await endpoint.setAutomine(count === 1)
  else if (name === 'lag') await replica.setLag({ behind: endpoint.key, blocks: count })
  else if (name === 'reset') await client.reset()
  else await alter(client, name, number + count, from)
}

/** Alters the state by hand. */
async function alter(client: Client, name: string, nonce: number, from: Hex): Promise<void> {
  const { endpoint } = client
  if (name === 'byHand') {
    await endpoint.setNonce(OTHER, nonce)
    await endpoint.setCode(OTHER, '0x6001600055')
  } else if (name === 'delegate') {
    // The pool takes one transaction of such an account at a time.
    await endpoint.setCode(from, `0xef0100${DELEGATE.slice(2)}`)
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
  const server = await serve(chain, { port: 0, dev: true, automine: false, anyKey: true })
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
    const session = fc.array(fc.tuple(fc.nat(1), action), {
      minLength: 5,
      maxLength: sized(30, 60),
      size: 'max',
    })
    await fc.assert(
      fc.asyncProperty(session, async (drawn) => {
        expect(await play(drawn)).toEqual(await play(drawn))
      }),
      { numRuns: repeated(4, 100) },
    )
  })
})
