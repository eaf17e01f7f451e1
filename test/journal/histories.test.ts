import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import { type ChainSpec, TEST_MNEMONIC } from '../../src/chain/spec/spec.ts'
import type { Hex } from '../../src/primitives/hex.ts'
import type { ServeOptions } from '../../src/server/options.ts'
import { type Server, serve } from '../../src/server/serve.ts'
import { callMethod } from '../support/callMethod.ts'
import { ACCOUNT, type Call, moveCall } from '../support/moveCalls.ts'
import { sized } from '../support/sized.ts'

const folder = mkdtempSync(join(tmpdir(), 'ommer-histories-'))
afterAll(() => rmSync(folder, { recursive: true }))

const KEYS = ['a', 'b'] as const

/** What happens: a call at an endpoint, transactions that are sent together, or growth of the chain. */
type Happening =
  | { readonly key: string; readonly call: Call }
  | { readonly key: string; readonly together: number }
  | { readonly grow: number }

const RICH: Hex = `0x${'c'.repeat(40)}`

const sending: fc.Arbitrary<Call> = fc.oneof(
  fc.constantFrom<Call>(
    ['evm_setAutomine', true],
    ['evm_setAutomine', false],
    ['anvil_dropAllTransactions'],
    ['anvil_impersonateAccount', RICH],
    ['anvil_setBalance', RICH, '0xde0b6b3a7640000'],
    ['eth_sendTransaction', { from: RICH, to: ACCOUNT, value: '0x1' }],
    ['ommer_setLag', { behind: 'a', blocks: 1 }],
    ['ommer_setLag', null],
  ),
  fc.nat(3).map((account): Call => ['eth_sendTransaction', { account, to: ACCOUNT, value: '0x5' }]),
)

const key = fc.constantFrom(...KEYS)
const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ key, call: moveCall }) },
  { weight: 4, arbitrary: fc.record({ key, call: sending }) },
  { weight: 1, arbitrary: fc.record({ key, together: fc.integer({ min: 2, max: 4 }) }) },
  { weight: 1, arbitrary: fc.record({ grow: fc.integer({ min: 1, max: 2 }) }) },
)

interface Running {
  readonly server: Server
  grow(count: number): Promise<void>
}

async function start(spec: ChainSpec, options: ServeOptions): Promise<Running> {
  const chain = await createChain(spec)
  const common = { port: 0, dev: true, control: true, apiKeys: KEYS }
  const server = await serve(chain, { ...common, ...options })
  return { server, grow: (count) => chain.extend(count) }
}

async function accountsOf({ server }: Running): Promise<readonly Hex[]> {
  return (await server.request({ method: 'eth_accounts' })) as Hex[]
}

/** Some of what happens is refused, depending on what has happened before. */
async function happen(running: Running, what: Happening): Promise<void> {
  const { server } = running
  if ('grow' in what) return running.grow(what.grow)
  const accounts = await accountsOf(running)
  const { url, controlUrl = '' } = server.endpoint(what.key)
  if ('together' in what) {
    const params = [{ from: accounts[4], to: ACCOUNT, value: '0x7' }]
    const request = { jsonrpc: '2.0', id: 1, method: 'eth_sendTransaction', params }
    await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(new Array(what.together).fill(request)),
    })
    return
  }
  const [method, ...params] = what.call
  const given = params.map((each) => {
    const { account, ...others } = Object(each) as { readonly account?: number }
    return account === undefined ? each : { ...others, from: accounts[account] }
  })
  const address = method === 'ommer_setLag' ? controlUrl : url
  await callMethod(address, method, ...given).catch(() => {})
}

/** What clients see of the endpoints. */
async function seen({ server }: Running): Promise<unknown> {
  const questions: Call[] = [
    ['eth_getBlockByNumber', 'latest', true],
    ['eth_getBlockByNumber', 'safe', false],
    ['eth_getBlockByNumber', 'finalized', false],
    ['eth_getBlockReceipts', 'latest'],
    ['eth_getBalance', ACCOUNT, 'latest'],
    ['eth_getTransactionCount', ACCOUNT, 'latest'],
    ['txpool_content'],
  ]
  const ask = (key: string) =>
    questions.map(([method, ...params]) => server.endpoint(key).request({ method, params }))
  const answers = await Promise.all(KEYS.flatMap(ask))
  return { answers, irregular: KEYS.map((key) => server.endpoint(key).irregular) }
}

let count = 0

const specs = (['latest', 'pow'] as const).map((preset) => {
  return { seed: 'histories', blocks: 12, preset, mnemonic: TEST_MNEMONIC }
})

describe.each(['simulated', 'wall'] as const)('a server with a %s clock', (clock) => {
  const histories = fc.array(fc.array(happening, { minLength: 1, maxLength: 8 }), {
    ...{ minLength: 1, maxLength: 3 },
  })

  it('is after restarts as if it had never ended', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...specs), histories, async (spec, parts) => {
        const journal = join(folder, `journal-${++count}`)
        const model = await start(spec, { clock })
        let tested = await start(spec, { clock, journal })
        for (const part of parts) {
          for (const what of part) {
            await happen(tested, what)
            await happen(model, what)
          }
          const before = await seen(tested)
          // The times of the wall clock are others.
          if (clock === 'simulated') expect(before).toEqual(await seen(model))
          await tested.server.close()
          tested = await start(spec, { clock, journal })
          expect(await seen(tested)).toEqual(before)
        }
        await Promise.all([tested.server.close(), model.server.close()])
      }),
      { numRuns: sized(6, 300) },
    )
  })
})
