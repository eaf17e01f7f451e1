import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, afterEach, expect, it } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import { TEST_MNEMONIC } from '../../src/chain/spec/spec.ts'
import type { Hex } from '../../src/primitives/hex.ts'
import { type Server, serve } from '../../src/server/serve.ts'
import type { ServeLimits } from '../../src/server/serveLimits.ts'
import { repeated } from '../support/sized.ts'

const KEYS = ['a', 'b', 'c'] as const
type Key = (typeof KEYS)[number]

const folder = mkdtempSync(join(tmpdir(), 'ommer-returning-'))
let server: Server | undefined
afterEach(() => server?.close())
afterAll(() => rmSync(folder, { recursive: true }))

const chain = { seed: 'returning', mnemonic: TEST_MNEMONIC, blocks: 6, preset: 'latest' } as const

let count = 0
const newJournal = () => join(folder, `journal-${++count}`)

async function start(journal: string, limits: ServeLimits): Promise<Server> {
  await server?.close()
  const options = { port: 0, dev: true, control: true, apiKeys: KEYS, journal, limits }
  server = await serve(await createChain(chain), options)
  return server
}

/** Sends a transaction with as many bytes of data. */
async function send(
  { endpoint, request }: Server,
  key: Key,
  bytes: number,
  more: {
    readonly account?: number
    readonly nonce?: Hex | undefined
    readonly gwei?: number
  } = {},
): Promise<Hex> {
  const { account = 0, nonce, gwei = 100 } = more
  const from = ((await request({ method: 'eth_accounts' })) as Hex[])[account] as Hex
  const fee = `0x${(gwei * 1e9).toString(16)}`
  const transaction = {
    from,
    to: from,
    ...(nonce && { nonce }),
    gas: `0x${(60_000 + 10 * bytes).toString(16)}`,
    data: `0x${'00'.repeat(bytes)}`,
    maxFeePerGas: fee,
    maxPriorityFeePerGas: fee,
  }
  const params = [transaction]
  return (await endpoint(key).request({ method: 'eth_sendTransaction', params })) as Hex
}

const seenAt = (running: Server, key: Key) =>
  Promise.all(
    [
      ['eth_getBlockByNumber', 'latest', true],
      ['txpool_content'],
      ['eth_getBlockByNumber', 'pending', true],
    ].map(([method, ...params]) =>
      running.endpoint(key).request({ method: method as string, params }),
    ),
  )

const seen = (running: Server) => Promise.all(KEYS.map((key) => seenAt(running, key)))

it('replays a rollback after another endpoint was refused a transaction', async () => {
  const journal = newJournal()
  const limits = { chainsBytes: 100_000 }
  const first = await start(journal, limits)
  const hash = await send(first, 'a', 20_000)
  await expect(send(first, 'b', 110_000)).rejects.toMatchObject({ code: -32000 })
  await first.rollback(1)
  await first.mine(1)
  const before = await seen(first)
  expect(before[0]?.[0]).toMatchObject({ transactions: [{ hash }] })
  expect(await seen(await start(journal, limits))).toEqual(before)
})

it.each([0.1, 1, 1000])('replays rollbacks with %s times the memory', async (times) => {
  const journal = newJournal()
  const first = await start(journal, { chainsBytes: 300_000 })
  const hashes: Hex[] = []
  for (let sent = 0; sent < 4; sent++) hashes.push(await send(first, 'a', 20_000))
  await first.rollback(4)
  await first.mine(1)
  const before = await seen(first)
  const transactions = hashes.map((hash) => ({ hash }))
  expect(before[0]?.[0]).toMatchObject({ transactions })
  expect(await seen(await start(journal, { chainsBytes: 300_000 * times }))).toEqual(before)
})

/** A transaction that is sent, or another request. */
type Deed = {
  readonly key: Key
  readonly does:
    | {
        readonly bytes: number
        readonly account: number
        readonly replacing: number | undefined
        readonly gwei: number
      }
    | readonly [method: string, ...params: unknown[]]
}

const arbitraryDeed: fc.Arbitrary<Deed> = fc.record({
  key: fc.constantFrom(...KEYS),
  does: fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        bytes: fc.integer({ min: 0, max: 12_000 }),
        account: fc.nat(1),
        replacing: fc.option(fc.nat(3), { nil: undefined }),
        gwei: fc.integer({ min: 90, max: 140 }),
      }),
    },
    {
      weight: 9,
      arbitrary: fc.constantFrom<readonly [string, ...unknown[]]>(
        ['evm_setAutomine', true],
        ['evm_setAutomine', false],
        ['anvil_mine', 1],
        ['anvil_mine', 1],
        ['anvil_rollback', 1],
        ['anvil_rollback', 2],
        ['anvil_rollback', 3],
        ['ommer_reorg', { depth: 1 }],
        ['ommer_reorg', { depth: 2, transactions: [] }],
        ['ommer_reorg', { depth: 1, transactions: [[1]] }],
        ['ommer_dropTransaction', 2],
        ['ommer_snapshot'],
        ['ommer_snapshot'],
        ['ommer_revert', 1],
        ['ommer_revert', 2],
        ['ommer_revert', 3],
        ['evm_revert', 1],
        ['evm_revert', 2],
        ['hardhat_reset'],
        ['ommer_reset'],
      ),
    },
  ),
})

/** Some of what is done is refused, depending on what was done before. */
async function perform(running: Server, { key, does }: Deed): Promise<void> {
  if ('bytes' in does) {
    const { bytes, replacing, account, gwei } = does
    const nonce = replacing === undefined ? undefined : (`0x${replacing}` as const)
    await send(running, key, bytes, { account, gwei, nonce }).catch(() => {})
  } else {
    const [method, ...params] = does
    await running
      .endpoint(key)
      .request({ method, params })
      .catch(() => {})
  }
}

it('replays whatever endpoints do that have little memory', async () => {
  const limits = fc.record({
    chainsBytes: fc.integer({ min: 40_000, max: 300_000 }),
  })
  const part = fc.record({
    limits,
    deeds: fc.array(arbitraryDeed, { minLength: 4, maxLength: 25 }),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(part, { minLength: 1, maxLength: 3 }),
      limits,
      async (parts, last) => {
        const journal = newJournal()
        let before: unknown
        for (const { limits, deeds } of [...parts, { limits: last, deeds: [] }]) {
          const running = await start(journal, limits)
          const replayed = await seen(running)
          if (before !== undefined) expect(replayed).toEqual(before)
          for (const deed of deeds) await perform(running, deed)
          // What can return is part of what is compared.
          for (const key of KEYS) {
            await perform(running, { key, does: ['anvil_rollback', 2] })
            await perform(running, { key, does: ['anvil_mine', 1] })
          }
          before = await seen(running)
        }
      },
    ),
    { numRuns: repeated(8, 300) },
  )
})
