import { Agent } from 'node:http'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import { TEST_MNEMONIC } from '../../src/chain/spec/spec.ts'
import { serve } from '../../src/serve.ts'
import type { Server } from '../../src/server/serve.ts'
import { callMethod } from '../support/callMethod.ts'
import { type Happening, happening, questions, requestOf } from '../support/happenings.ts'
import { killRemaining } from '../support/runCli.ts'
import { repeated } from '../support/sized.ts'
import { until } from '../support/until.ts'
import { type Read, read, SeenHashes } from '../support/workers/reads.ts'
import {
  type Group,
  healthOf,
  keyOf,
  persistently,
  post,
  startGroup,
  startServer,
  WORKERS,
} from '../support/workers/runningGroup.ts'

/** Over them, each worker receives some of the requests for each endpoint. */
const CONNECTIONS = 4

let group: Group
let agents: readonly Agent[]
beforeAll(async () => {
  group = await startGroup('--workers', String(WORKERS), '--any-key')
  agents = Array.from({ length: CONNECTIONS }, () => new Agent({ keepAlive: true, maxSockets: 1 }))
})
afterAll(async () => {
  for (const agent of agents) agent.destroy()
  await group.stop('SIGTERM')
  killRemaining()
})

const url = (key: string) => `http://${group.address}/v3/${key}`
const control = (key: string) => `http://${group.address}/control/${key}`
const bodyOf = (method: string, ...params: readonly unknown[]) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })

/** Reads the head over all connections, until both workers have answered. */
async function untilShared(key: string): Promise<void> {
  const before = await requestsOfWorkers()
  await until(async () => {
    for (const agent of agents) await persistently(url(key), bodyOf('eth_blockNumber'), agent)
    const after = await requestsOfWorkers()
    return after.every((count, worker) => count > (before[worker] ?? 0))
  })
}

async function requestsOfWorkers(): Promise<readonly number[]> {
  const { workers } = await healthOf(group)
  return workers.map(({ requests }) => requests)
}

describe('the connections of clients of one endpoint', () => {
  it('are answered by different workers, which all see a move that is confirmed', async () => {
    const key = keyOf(0, 'shared')
    await untilShared(key)
    for (let head = 7; head < 40; head++) {
      const mined = await post(url(key), bodyOf('evm_mine'), agents[head % CONNECTIONS])
      expect(mined).toEqual([200, '{"jsonrpc":"2.0","id":1,"result":"0x0"}'])
      for (const agent of agents) {
        const [, answer] = await post(url(key), bodyOf('eth_blockNumber'), agent)
        expect(JSON.parse(answer).result).toBe(`0x${head.toString(16)}`)
      }
      if (head % 8 === 0) await untilShared(key)
    }
  })

  it('never see the head go back, while another client mines', async () => {
    const key = keyOf(1, 'forward')
    await untilShared(key)
    let isMining = true
    const mined = (async () => {
      for (let count = 0; count < 40; count++) await callMethod(url(key), 'evm_mine')
      isMining = false
    })()
    let highest = 0
    while (isMining) {
      for (const agent of agents) {
        const [, answer] = await post(url(key), bodyOf('eth_blockNumber'), agent)
        const head = Number(JSON.parse(answer).result)
        expect(head).toBeGreaterThanOrEqual(highest)
        highest = head
      }
    }
    await mined
  })

  it('are all in what the endpoint has received, with the answers of other workers', async () => {
    const key = keyOf(0, 'received')
    await untilShared(key)
    const before = await callMethod<Record<string, number>>(control(key), 'ommer_receivedCounts')
    for (let count = 0; count < 25; count++) {
      for (const agent of agents) await post(url(key), bodyOf('eth_chainId'), agent)
    }
    const after = await callMethod<Record<string, number>>(control(key), 'ommer_receivedCounts')
    expect(after).toEqual({ ...before, eth_chainId: 100 })
    const { entries } = await callMethod<{ entries: readonly object[] }>(
      control(key),
      'ommer_requests',
      { limit: 100, method: 'eth_chainId' },
    )
    expect(entries).toHaveLength(100)
    for (const entry of entries) {
      expect(entry).toMatchObject({ outcome: 'ok', answer: { result: '0x539' }, answerLength: 17 })
    }
  })

  it('have the faults of the endpoint, wherever they lead', async () => {
    const key = keyOf(1, 'faulty')
    await untilShared(key)
    const fault = { kind: 'error', code: -32000, message: 'busy' }
    for (let count = 0; count < 3; count++) {
      await callMethod(control(key), 'ommer_setFaults', [{ fault }])
      for (const agent of agents) {
        const [, answer] = await post(url(key), bodyOf('eth_blockNumber'), agent)
        expect(JSON.parse(answer).error).toEqual({ code: -32000, message: 'busy' })
      }
      await callMethod(control(key), 'ommer_setFaults', null)
      await untilShared(key)
    }
  })

  it('get 401 as soon as the endpoint is closed', async () => {
    const key = keyOf(0, 'closing')
    await untilShared(key)
    await callMethod(control(keyOf(1)), 'ommer_closeEndpoint', key)
    for (const agent of agents) {
      expect((await post(url(key), bodyOf('eth_blockNumber'), agent))[0]).toBe(401)
    }
  })
})

describe('the connections of clients of an endpoint that follows a growing chain', () => {
  it.each([0, 1])('never see the head go back, where worker %d owns it', async (worker) => {
    const key = keyOf(worker)
    const args = ['--blocks', '2', '--workers', String(WORKERS), '--block-time', '1']
    const growing = await startServer(...args, '--api-key', key)
    const own = agents.map(() => new Agent({ keepAlive: true, maxSockets: 1 }))
    let highest = 0
    // On a slow machine, the chain has grown before each connection was used.
    for (let read = 0; highest < 4 || read < CONNECTIONS; read++) {
      const agent = own[read % CONNECTIONS] as Agent
      const address = `http://${growing.address}/v3/${key}`
      const [, answer] = await post(address, bodyOf('eth_getBlockByNumber', 'latest', false), agent)
      const head = Number(JSON.parse(answer).result.number)
      expect(head).toBeGreaterThanOrEqual(highest)
      highest = head
    }
    for (const { requests } of (await healthOf(growing)).workers)
      expect(requests).toBeGreaterThan(0)
    for (const agent of own) agent.destroy()
    await growing.stop('SIGTERM')
  })
})

/** What clients do, or a worker that is killed. */
type Event =
  | Happening
  | Read
  | { readonly kill: number }
  | { readonly faults: boolean; key: string }

const keys = [keyOf(0, 'a'), keyOf(1, 'b')] as const
const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 12, arbitrary: happening(keys) },
  { weight: 24, arbitrary: read(keys, CONNECTIONS) },
  {
    weight: 2,
    arbitrary: fc.record({ key: fc.constantFrom(...keys), faults: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ kill: fc.nat(WORKERS - 1) }) },
)

/** One history, at a group and at its model. */
class History {
  readonly #model: Server
  readonly #accounts: readonly string[]
  /** of the history's keys */
  readonly #suffix: string
  readonly #seen = new SeenHashes()

  constructor(model: Server, accounts: readonly string[], run: number) {
    this.#model = model
    this.#accounts = accounts
    this.#suffix = `-${run}`
  }

  async play(events: readonly Event[]): Promise<void> {
    for (const [index, each] of events.entries()) {
      if ('kill' in each) await kill(each.kill)
      else await this.#play(each, index % CONNECTIONS)
    }
    for (const key of keys) {
      for (const [method, ...params] of questions) {
        for (let connection = 0; connection < CONNECTIONS; connection++) {
          await this.#compare(key, 'url', bodyOf(method, ...params), connection)
        }
      }
      if (events.some((each) => 'kill' in each)) continue
      await this.#compare(key, 'controlUrl', bodyOf('ommer_receivedCounts'), 0, sorted)
    }
  }

  async #play(each: Exclude<Event, { readonly kill: number }>, connection: number): Promise<void> {
    const { key } = each
    if ('calls' in each) {
      await this.#compare(key, 'url', this.#seen.bodyOf(each), each.connection)
    } else if ('faults' in each) {
      const rules = each.faults
        ? [{ fault: { kind: 'null' }, methods: ['eth_getBlockByNumber'] }]
        : null
      await this.#compare(key, 'controlUrl', bodyOf('ommer_setFaults', rules), connection)
    } else if (!('call' in each && each.call[0] === 'ommer_setLag')) {
      // Endpoints of different workers cannot follow each other later.
      const { address, body } = requestOf(each, this.#accounts)
      await this.#compare(key, address, body, connection)
      const read = bodyOf('eth_getBlockByNumber', 'latest', false)
      this.#seen.add(await this.#compare(key, 'url', read, (connection + 1) % CONNECTIONS))
    }
  }

  /** @param comparable what is compared of an answer; by default every byte */
  async #compare(
    name: string,
    address: 'url' | 'controlUrl',
    body: string,
    connection: number,
    comparable = (answer: string): unknown => answer,
  ): Promise<string> {
    const key = `${name}${this.#suffix}`
    const found = await persistently(
      (address === 'url' ? url : control)(key),
      body,
      agents[connection],
    )
    const [, wanted] = await post(this.#model.endpoint(key)[address] as string, body)
    expect(comparable(found), body).toEqual(comparable(wanted))
    return found
  }
}

/** Methods that were called as often as others may be in any order. */
function sorted(answer: string): unknown {
  return Object.entries(JSON.parse(answer).result).sort()
}

async function kill(worker: number): Promise<void> {
  const { workers } = await healthOf(group)
  const pid = workers[worker]?.pid
  if (pid) process.kill(pid, 'SIGKILL')
}

describe('random histories', () => {
  it('are answered over each connection as by one process, though workers are killed', async () => {
    const spec = { seed: 'workers', blocks: 6, mnemonic: TEST_MNEMONIC }
    const options = { port: 0, dev: true, control: true, anyKey: true }
    const model = await serve(await createChain(spec), options)
    const accounts = (await model.request({ method: 'eth_accounts' })) as readonly string[]
    let run = 0
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 10, maxLength: 80 }), async (events) => {
        await new History(model, accounts, ++run).play(events)
      }),
      { numRuns: repeated(4, 60), endOnFailure: true },
    )
    await model.close()
  })
})
