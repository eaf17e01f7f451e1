import { Agent } from 'node:http'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import { TEST_MNEMONIC } from '../../../src/chain/spec/spec.ts'
import { devLimits } from '../../../src/cli/devDefaults.ts'
import { serve } from '../../../src/serve.ts'
import type { Server } from '../../../src/server/serve.ts'
import { type Read, read, SeenHashes } from '../../support/group/reads.ts'
import {
  type Group,
  healthOf,
  keyOf,
  persistently,
  post,
  startGroup,
  startServer,
  WORKERS,
} from '../../support/group/runningGroup.ts'
import { type Happening, happening, questions, requestOf } from '../../support/happenings.ts'
import { killRemaining } from '../../support/runCli.ts'
import { repeated } from '../../support/sized.ts'

/** They are used for the endpoints of all workers: the owner of each gets some requests itself, and others passed on. */
const CONNECTIONS = 4

const agents = Array.from(
  { length: CONNECTIONS },
  () => new Agent({ keepAlive: true, maxSockets: 1 }),
)
afterAll(() => {
  for (const agent of agents) agent.destroy()
  killRemaining()
})

const bodyOf = (method: string, ...params: readonly unknown[]) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })

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

/** A group, and the single process that it is compared with. */
interface Pair {
  readonly group: Group
  readonly model: Server
  readonly accounts: readonly string[]
  /** whether endpoints have blocks of their own, and clients can change them */
  readonly isDev: boolean
}

/** One history, at a group and at its model. */
class History {
  readonly #pair: Pair
  /** of the history's keys */
  readonly #suffix: string
  /** by key: where endpoints share their blocks, the model has those of all */
  readonly #seen = new Map(keys.map((key) => [key, new SeenHashes()]))

  constructor(pair: Pair, run: number) {
    this.#pair = pair
    this.#suffix = `-${run}`
  }

  async play(events: readonly Event[]): Promise<void> {
    for (const [index, each] of events.entries()) {
      if ('kill' in each) await this.#kill(each.kill)
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

  async #kill(worker: number): Promise<void> {
    const { workers } = await healthOf(this.#pair.group)
    const pid = workers[worker]?.pid
    if (pid) process.kill(pid, 'SIGKILL')
  }

  async #play(each: Exclude<Event, { readonly kill: number }>, connection: number): Promise<void> {
    const { key } = each
    const seen = this.#seen.get(key) as SeenHashes
    if ('calls' in each) {
      await this.#compare(key, 'url', seen.bodyOf(each), each.connection)
    } else if ('faults' in each) {
      const rules = each.faults
        ? [{ fault: { kind: 'null' }, methods: ['eth_getBlockByNumber'] }]
        : null
      await this.#compare(key, 'controlUrl', bodyOf('ommer_setFaults', rules), connection)
    } else if (!('call' in each && each.call[0] === 'ommer_setLag')) {
      // Endpoints of different workers cannot follow each other later.
      const { accounts, isDev } = this.#pair
      const { address, body } = requestOf(each, accounts)
      await this.#compare(key, isDev ? address : 'controlUrl', body, connection)
      const read = bodyOf('eth_getBlockByNumber', 'latest', false)
      seen.add(await this.#compare(key, 'url', read, (connection + 1) % CONNECTIONS))
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
    const { group, model } = this.#pair
    const path = `${address === 'url' ? 'v3' : 'control'}/${name}${this.#suffix}`
    const url = `http://${group.address}/${path}`
    const found = await persistently(url, body, agents[connection])
    const [, wanted] = await post(`${new URL(model.url as string).origin}/${path}`, body)
    expect(comparable(found), body).toEqual(comparable(wanted))
    return found
  }
}

/** Methods that were called as often as others may be in any order. */
function sorted(answer: string): unknown {
  return Object.entries(JSON.parse(answer).result).sort()
}

describe('random histories', () => {
  it.each([
    [true, 'with blocks of their own'],
    [false, 'that share their blocks'],
  ])(
    'are answered as by one process, though workers are killed (dev: %s, endpoints %s)',
    async (isDev) => {
      const spec = { seed: 'workers', blocks: 6 }
      const chain = await createChain(isDev ? { ...spec, mnemonic: TEST_MNEMONIC } : spec)
      // The command line has other defaults with --dev.
      const options = isDev ? { dev: true, earlyFinality: true, limits: devLimits } : {}
      const model = await serve(chain, { port: 0, control: true, anyKey: true, ...options })
      const args = ['--workers', String(WORKERS), '--any-key']
      const group = isDev
        ? await startGroup(...args)
        : await startServer(
            '--control',
            '--seed',
            spec.seed,
            '--blocks',
            String(spec.blocks),
            ...args,
          )
      const accounts = chain.accounts.map(({ address }) => address)
      let run = 0
      await fc.assert(
        fc.asyncProperty(fc.array(event, { minLength: 10, maxLength: 80 }), async (events) => {
          await new History({ group, model, accounts, isDev }, ++run).play(events)
        }),
        { numRuns: repeated(4, 60), endOnFailure: true },
      )
      await Promise.all([group.stop('SIGTERM'), model.close()])
    },
  )
})
