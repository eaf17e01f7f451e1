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
import { type Happening, happening, questions, requestOf } from '../support/happenings.ts'
import { repeated } from '../support/sized.ts'

const folder = mkdtempSync(join(tmpdir(), 'ommer-histories-'))
afterAll(() => rmSync(folder, { recursive: true }))

const KEYS = ['a', 'b'] as const

/** What clients do, or growth of the chain. */
type Event = Happening | { readonly grow: number }

const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 10, arbitrary: happening(KEYS) },
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
async function happen(running: Running, what: Event): Promise<void> {
  if ('grow' in what) return running.grow(what.grow)
  const { address, body } = requestOf(what, await accountsOf(running))
  const headers = { 'content-type': 'application/json' }
  const url = running.server.endpoint(what.key)[address] as string
  await (await fetch(url, { method: 'POST', headers, body })).text()
}

/** What clients see of the endpoints. */
async function seen({ server }: Running): Promise<unknown> {
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
  const histories = fc.array(fc.array(event, { minLength: 1, maxLength: 8 }), {
    minLength: 1,
    maxLength: 3,
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
      { numRuns: repeated(6, 300) },
    )
  })
})
