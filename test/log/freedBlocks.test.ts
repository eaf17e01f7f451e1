import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import { type ChainSpec, TEST_MNEMONIC } from '../../src/chain/spec/spec.ts'
import type { Hex } from '../../src/primitives/hex.ts'
import { type Server, serve } from '../../src/server/serve.ts'
import { questions } from '../support/happenings.ts'
import type { Call } from '../support/moveCalls.ts'
import { repeated } from '../support/sized.ts'

const folder = mkdtempSync(join(tmpdir(), 'ommer-freed-'))
afterAll(() => rmSync(folder, { recursive: true }))

const KEYS = ['a', 'b'] as const
const ACCOUNT = `0x${'7'.repeat(40)}`

/** What clients do; `to` and `advance` name a block that was seen before, by its place from the last one. */
type Event = { readonly key: (typeof KEYS)[number] } & (
  | { readonly call: Call }
  | { readonly to: number }
  | { readonly advance: number }
)

const few = fc.integer({ min: 1, max: 3 })
const key = fc.constantFrom(...KEYS)
const place = fc.nat(12)
const hex = (number: number): string => `0x${number.toString(16)}`

const call: fc.Arbitrary<Call> = fc.oneof(
  { weight: 5, arbitrary: few.map((count): Call => ['ommer_mine', count]) },
  { weight: 1, arbitrary: fc.constant<Call>(['ommer_mine', 40]) },
  { weight: 3, arbitrary: fc.constantFrom<Call>(['evm_snapshot'], ['ommer_snapshot']) },
  { weight: 2, arbitrary: few.map((id): Call => ['ommer_revert', id]) },
  { weight: 2, arbitrary: few.map((id): Call => ['evm_revert', hex(id)]) },
  { weight: 2, arbitrary: few.map((count): Call => ['ommer_rollback', count]) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(few, few)
      .map(([depth, length]): Call => ['ommer_reorg', { depth, length, force: true }]),
  },
  {
    weight: 2,
    arbitrary: few.map((value): Call => ['anvil_setBalance', ACCOUNT, hex(value)]),
  },
  {
    weight: 2,
    arbitrary: few.map((value): Call => ['anvil_setCode', ACCOUNT, `0x600${value}`]),
  },
  { weight: 2, arbitrary: few.map((value): Call => ['send', hex(value)]) },
  { weight: 1, arbitrary: fc.constantFrom<Call>(['ommer_reset'], ['hardhat_reset']) },
)

const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ key, call }) },
  { weight: 1, arbitrary: fc.record({ key, to: place }) },
  { weight: 1, arbitrary: fc.record({ key, advance: place }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Event>(
      { key: 'b', call: ['ommer_setLag', { behind: 'a', blocks: 1 }] },
      { key: 'b', call: ['ommer_setLag', null] },
    ),
  },
)

/** With few bytes for all chains, most moves find that there is no memory, and free what can be. */
const limits = fc.record({
  undoneBytes: fc.constantFrom(1, 20_000, 60_000, 16_000_000),
  chainsBytes: fc.constantFrom(50_000, 120_000, 250_000, 100_000_000),
})

const session = fc.record({ limits, events: fc.array(event, { minLength: 4, maxLength: 24 }) })
const sessions = fc.array(session, { minLength: 1, maxLength: 3 })

const spec: ChainSpec = { seed: 'freed', blocks: 3, preset: 'latest', mnemonic: TEST_MNEMONIC }

/** Starts a server of the same chain with a journal. */
async function start(dev: boolean, journal: string, given: object): Promise<Server> {
  const chain = await createChain(spec)
  const common = { port: 0, dev, apiKeys: KEYS, limits: given, journal }
  return serve(chain, common)
}

interface Block {
  readonly hash: Hex
  readonly parentHash: Hex
  readonly number: Hex
}

/** Adds the newest blocks of an endpoint to those that were seen. */
async function look(server: Server, key: string, seen: Set<Hex>): Promise<void> {
  const endpoint = server.endpoint(key)
  const ask = (method: string, ...params: unknown[]) =>
    endpoint.request({ method, params }) as Promise<Block>
  let block = await ask('eth_getBlockByNumber', 'latest', false)
  for (let depth = 0; depth < 4 && block !== null; depth++) {
    seen.delete(block.hash)
    seen.add(block.hash)
    block = await ask('eth_getBlockByHash', block.parentHash, false)
  }
}

/** Some of what happens is refused, depending on what has happened before. */
async function happen(server: Server, what: Event, seen: Set<Hex>): Promise<void> {
  const endpoint = server.endpoint(what.key)
  const hashAt = (index: number): Hex | undefined => [...seen].at(-1 - index)
  const request = async (): Promise<unknown> => {
    if ('to' in what) return endpoint.reorg({ to: hashAt(what.to) as Hex, force: true })
    if ('advance' in what) return endpoint.advanceTo(hashAt(what.advance) as Hex)
    const [method, ...params] = what.call
    if (method === 'ommer_setLag') return endpoint.setLag(params[0] as never)
    if (method !== 'send') return endpoint.request({ method, params })
    const [from] = (await endpoint.request({ method: 'eth_accounts' })) as Hex[]
    const sent = { from, to: ACCOUNT, value: params[0] }
    return endpoint.request({ method: 'eth_sendTransaction', params: [sent] })
  }
  await request().catch(() => {})
  await look(server, what.key, seen)
}

/** What clients see of the endpoints. */
function seenOf(server: Server): Promise<unknown> {
  const ask = (key: string) =>
    questions.map(([method, ...params]) =>
      server.endpoint(key).request({ method, params }).catch(String),
    )
  return Promise.all(KEYS.flatMap(ask))
}

let count = 0

interface Session {
  readonly limits: object
  readonly events: readonly Event[]
}

/** Runs servers with one journal after another, and checks that each begins where the one before it has ended. */
async function runSessions(dev: boolean, parts: readonly Session[]): Promise<void> {
  const journal = join(folder, `journal-${++count}`)
  const seen = new Set<Hex>()
  let before: unknown
  for (const { limits, events } of [...parts, ...parts.slice(0, 1)]) {
    const server = await start(dev, journal, limits)
    try {
      if (before !== undefined) expect(await seenOf(server)).toEqual(before)
      for (const what of events) await happen(server, what, seen)
      before = await seenOf(server)
    } finally {
      await server.close()
    }
  }
}

it.each([true, false])(
  'ends at the same head after restarts with other limits, dev: %s',
  async (dev) => {
    await fc.assert(
      fc.asyncProperty(sessions, (parts) => runSessions(dev, parts)),
      { numRuns: repeated(30, 2000) },
    )
  },
)

it('replays what returns to the pool of a follower, however soon the blocks it leaves are freed', async () => {
  await runSessions(true, [
    {
      limits: { undoneBytes: 1 },
      events: [
        { key: 'b', call: ['send', '0x1'] },
        { key: 'b', call: ['ommer_mine', 3] },
      ],
    },
    {
      limits: { undoneBytes: 60_000 },
      events: [
        { key: 'b', call: ['ommer_setLag', { behind: 'a', blocks: 1 }] },
        // To the last block of `b`, so that it follows over its transaction, and back below it.
        { key: 'a', advance: 6 },
        { key: 'a', call: ['ommer_reset'] },
        { key: 'b', call: ['send', '0x1'] },
      ],
    },
  ])
})
