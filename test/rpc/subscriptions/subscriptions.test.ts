import { describe, expect, test } from 'vitest'
import type { SealedBlock } from '../../../src/chain/encoding/block.ts'
import { ClientActivity } from '../../../src/endpoint/activity/clientActivity.ts'
import type { Endpoint } from '../../../src/endpoint/endpoint.ts'
import type { HeadListener } from '../../../src/endpoint/headListeners.ts'
import { SentLog } from '../../../src/endpoint/sentLog.ts'
import type { SentTransaction } from '../../../src/pool/sentTransaction.ts'
import type { Hex } from '../../../src/primitives/hex.ts'
import { encodeResult } from '../../../src/rpc/answer.ts'
import { type Client, runLong, uncounted } from '../../../src/rpc/longWork.ts'
import type { Feed } from '../../../src/rpc/subscriptions/feed.ts'
import { Subscriptions, writeNotification } from '../../../src/rpc/subscriptions/subscriptions.ts'
import { turnsDuring } from '../../support/turnsDuring.ts'
import { until } from '../../support/until.ts'

/** An endpoint whose head the test moves: each block has a number of its own, whatever its height. */
class ByHand {
  readonly activity = new ClientActivity()
  readonly listeners = new Set<HeadListener>()
  readonly miner = { log: new SentLog() }
  isClosed = false
  /** by default all that happens is kept */
  kept: () => Promise<void> | undefined = () => undefined
  readonly changes = { kept: () => this.kept() }
  readonly #blocks = new Map<Hex, SealedBlock>()
  head = this.#blockAfter(undefined)
  readonly chain = {
    tree: {
      isMain: () => false,
      byHash: (hash: Hex) => this.#blocks.get(hash),
      byNumber: () => undefined,
    },
    children: { retain: () => {}, release: () => {} },
    memory: { onShortage: () => () => {} },
  }

  onHeadChange(listener: HeadListener): () => void {
    this.listeners.add(listener)
    return () => {
      this.listeners.delete(listener)
    }
  }

  /** Removes blocks, and then adds some. */
  move(removed: number, added: number): void {
    const change = { removed: [] as SealedBlock[], added: [] as SealedBlock[] }
    for (let count = 0; count < removed; count++) {
      change.removed.push(this.head)
      this.head = this.#blocks.get(this.head.parentHash) as SealedBlock
    }
    for (let count = 0; count < added; count++) {
      this.head = this.#blockAfter(this.head)
      change.added.push(this.head)
    }
    for (const listener of [...this.listeners]) listener(change)
  }

  /** A block whose hash is how many there were before it. */
  #blockAfter(parent: SealedBlock | undefined): SealedBlock {
    const hash: Hex = `0x${this.#blocks.size.toString(16)}`
    const number = parent === undefined ? 0 : parent.number + 1
    const block = { number, hash, parentHash: parent?.hash ?? '0x' } as SealedBlock
    this.#blocks.set(hash, block)
    return block
  }
}

/** Tells of a block by which one it is, and of removed ones by the negative. */
const feed: Feed = {
  name: 'logs',
  bytes: 100,
  removed: ({ hash }) => [encodeResult(-Number(hash))],
  added: ({ hash }) => [encodeResult(Number(hash))],
}

function make(client: Partial<Client> = {}) {
  const endpoint = new ByHand()
  const sent: unknown[] = []
  const errors: unknown[] = []
  const memory = { bytes: 0 }
  let drops = 0
  const whole: Client = {
    connection: {},
    isClosed: () => false,
    drained: () => undefined,
    memory: uncounted,
    ...client,
  }
  const subscriptions = new Subscriptions({
    endpoint: endpoint as unknown as Endpoint,
    client: whole,
    memory: {
      add(bytes) {
        memory.bytes += bytes
      },
    },
    max: 3,
    send: (notification) => {
      const text = writeNotification(notification)
        .map((part) => Buffer.from(part as string).toString())
        .join('')
      const { subscription, result } = JSON.parse(text).params
      sent.push([subscription, result])
    },
    drop: () => {
      drops++
    },
    onInternalError: (error) => errors.push(error),
  })
  /** Resolves when all pending notifications are sent. */
  const settle = () => runLong({ ...whole, drained: () => undefined }, async () => {})
  return {
    endpoint,
    subscriptions,
    sent,
    errors,
    client: whole,
    memory,
    settle,
    drops: () => drops,
  }
}

test('count their filters as memory of the connection until they end', () => {
  const { subscriptions, memory } = make()
  const first = subscriptions.add(feed)
  subscriptions.add(feed)
  expect(memory.bytes).toBe(200)
  subscriptions.remove(first)
  expect(memory.bytes).toBe(100)
  subscriptions.remove(first)
  expect(memory.bytes).toBe(100)
  subscriptions.close()
  expect(memory.bytes).toBe(0)
})

describe('notifications', () => {
  test('arrive in order, for each subscription', async () => {
    const { endpoint, subscriptions, sent } = make()
    expect([subscriptions.add(feed), subscriptions.add(feed)]).toEqual(['0x1', '0x2'])
    endpoint.move(0, 3)
    endpoint.move(2, 2)
    endpoint.move(0, 1)
    await until(() => sent.length === 16)
    expect(sent).toEqual(
      [1, 2, 3, -2, -3, 4, 5, 6].flatMap((number) => [
        ['0x1', number],
        ['0x2', number],
      ]),
    )
  })

  test('exclude moves before the subscription', async () => {
    const { endpoint, subscriptions, sent, settle } = make()
    subscriptions.add(feed)
    endpoint.move(0, 1)
    subscriptions.add(feed)
    endpoint.move(0, 1)
    await settle()
    await settle()
    expect(sent).toEqual([
      ['0x1', 1],
      ['0x1', 2],
      ['0x2', 2],
    ])
  })

  test('stop when a subscription ends', async () => {
    const { endpoint, subscriptions, sent, settle } = make()
    subscriptions.add(feed)
    subscriptions.add(feed)
    endpoint.move(0, 1)
    expect(subscriptions.remove('0x1')).toBe(true)
    await settle()
    expect(sent).toEqual([['0x2', 1]])
  })

  test('continue until eth_unsubscribe gives the exact id', async () => {
    const { endpoint, subscriptions, sent, settle } = make()
    const id = subscriptions.add(feed)
    for (const other of ['1', '0x01', ' 0x1', '0X1', '1e0', '']) {
      expect(subscriptions.remove(other)).toBe(false)
    }
    endpoint.move(0, 1)
    await settle()
    expect(sent).toEqual([[id, 1]])
    expect(subscriptions.remove(id)).toBe(true)
  })

  test('wait until the response with the id is sent, in a batch too', async () => {
    const { endpoint, subscriptions, sent, client, settle } = make()
    await runLong(client, async () => {
      subscriptions.add(feed)
      endpoint.move(0, 1)
      await new Promise((resolve) => setImmediate(resolve))
      sent.push('the answer')
    })
    await settle()
    expect(sent).toEqual(['the answer', ['0x1', 1]])
  })
})

describe('the endpoint', () => {
  test('let other clients run between filters that match nothing', async () => {
    const { endpoint, subscriptions, settle } = make()
    // Takes longer than a time slice.
    const slow: Feed = {
      ...feed,
      added: () => {
        const end = performance.now() + 6
        while (performance.now() < end) {}
        return []
      },
    }
    for (let count = 0; count < 3; count++) subscriptions.add(slow)
    endpoint.move(0, 4)
    expect(await turnsDuring(settle)).toBeGreaterThanOrEqual(12)
  })

  test('has a listener while there are subscriptions', () => {
    const { endpoint, subscriptions } = make()
    expect(endpoint.listeners.size).toBe(0)
    subscriptions.add(feed)
    subscriptions.add(feed)
    expect(endpoint.listeners.size).toBe(1)
    subscriptions.remove('0x1')
    expect(endpoint.listeners.size).toBe(1)
    subscriptions.remove('0x2')
    expect(endpoint.listeners.size).toBe(0)
    subscriptions.add(feed)
    subscriptions.close()
    expect(endpoint.listeners.size).toBe(0)
  })
})

describe('a client', () => {
  test('that does not read is disconnected when too much waits for it', async () => {
    const { endpoint, subscriptions, sent, drops } = make({
      drained: () => new Promise(() => {}),
    })
    endpoint.move(0, 1)
    subscriptions.add(feed)
    for (let count = 0; count < 1024; count++) endpoint.move(1, 1)
    expect(drops()).toBe(0)
    endpoint.move(1, 1)
    expect(drops()).toBe(1)
    expect(endpoint.listeners.size).toBe(0)
    expect(sent).toEqual([])
  })

  test('that does not read is disconnected when the transactions that wait for it are large', () => {
    const { endpoint, subscriptions, drops } = make({ drained: () => new Promise(() => {}) })
    subscriptions.add({ ...feed, sent: ({ hash }) => encodeResult(hash) })
    const transaction = {
      hash: '0x12',
      encoded: new Uint8Array(100_000),
    } as unknown as SentTransaction
    const send = () => {
      endpoint.miner.log.add(transaction)
      endpoint.miner.log.accept()
    }
    for (let count = 0; count < 41; count++) send()
    expect(drops()).toBe(0)
    send()
    expect(drops()).toBe(1)
  })

  test('that reads receives any number of notifications', async () => {
    const { endpoint, subscriptions, sent, settle, drops } = make()
    subscriptions.add(feed)
    for (let count = 0; count < 2000; count++) endpoint.move(0, 1)
    while (sent.length < 2000) await settle()
    expect(sent.at(-1)).toEqual(['0x1', 2000])
    expect(drops()).toBe(0)
  })

  test('that has disconnected receives nothing, and is forgotten', async () => {
    let isClosed = false
    const { endpoint, subscriptions, sent, errors } = make({ isClosed: () => isClosed })
    subscriptions.add(feed)
    endpoint.move(0, 1)
    isClosed = true
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
    expect([sent, errors]).toEqual([[], []])
    expect(endpoint.listeners.size).toBe(0)
  })

  test('is disconnected when a notification cannot be serialized', async () => {
    const { endpoint, subscriptions, errors, drops, settle } = make()
    const broken = new Error('broken')
    subscriptions.add({
      name: 'logs',
      bytes: 0,
      removed: () => [],
      added() {
        throw broken
      },
    })
    endpoint.move(0, 1)
    await settle()
    await settle()
    expect(errors).toEqual([broken])
    expect(drops()).toBe(1)
    expect(endpoint.listeners.size).toBe(0)
  })
})

describe('subscriptions where changes are kept by another process', () => {
  /** Promises that the test settles, in the order in which they were asked for. */
  function keptByHand() {
    const asked: { keep(): void; fail(): void }[] = []
    const kept = () =>
      new Promise<void>((resolve, reject) => {
        asked.push({ keep: () => resolve(), fail: () => reject(new Error('not kept in time')) })
      })
    return { asked, kept }
  }

  test('notify of what is kept, in order, and of nothing before', async () => {
    const { endpoint, subscriptions, sent, settle } = make()
    const { asked, kept } = keptByHand()
    endpoint.kept = kept
    subscriptions.add(feed)
    endpoint.move(0, 1)
    endpoint.move(1, 1)
    await settle()
    expect([sent, asked.length]).toEqual([[], 1])
    asked[0]?.keep()
    // What comes later is waited for once more.
    endpoint.move(0, 1)
    await until(() => asked.length === 2)
    await settle()
    expect(sent).toEqual([['0x1', 1]])
    asked[1]?.keep()
    await until(() => sent.length === 4)
    expect(sent.slice(1)).toEqual([
      ['0x1', -1],
      ['0x1', 2],
      ['0x1', 3],
    ])
  })

  test('go on waiting for what is not kept in time', async () => {
    const { endpoint, subscriptions, sent, settle, errors } = make()
    const { asked, kept } = keptByHand()
    endpoint.kept = kept
    subscriptions.add(feed)
    endpoint.move(0, 1)
    asked[0]?.fail()
    await until(() => asked.length === 2)
    await settle()
    expect(sent).toEqual([])
    asked[1]?.keep()
    await until(() => sent.length === 1)
    expect(errors).toEqual([])
  })

  test('end without a word if the endpoint is lost', async () => {
    const { endpoint, subscriptions, sent, errors } = make()
    const { asked, kept } = keptByHand()
    endpoint.kept = kept
    subscriptions.add(feed)
    endpoint.move(0, 1)
    endpoint.isClosed = true
    asked[0]?.fail()
    await until(() => !subscriptions.isNotifying)
    expect([sent, errors, endpoint.listeners.size]).toEqual([[], [], 0])
  })

  test('drop a client when too much waits', async () => {
    const { endpoint, subscriptions, drops } = make()
    const { asked, kept } = keptByHand()
    endpoint.kept = kept
    endpoint.move(0, 1)
    subscriptions.add(feed)
    for (let count = 0; count < 1024; count++) endpoint.move(1, 1)
    expect(drops()).toBe(0)
    endpoint.move(1, 1)
    expect(drops()).toBe(1)
    asked[0]?.keep()
  })
})
