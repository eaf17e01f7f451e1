import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import { playScenario } from '../../src/playScenario.ts'
import { type Server, serve } from '../../src/server/serve.ts'
import { ACCOUNT, type Call, moveCall } from '../support/moveCalls.ts'
import { repeated } from '../support/sized.ts'

const chains = await Promise.all(
  (['latest', 'pow'] as const).map((preset) =>
    createChain({ seed: 'journal', blocks: 14, preset }),
  ),
)

/** Makes the moves that are possible. */
async function move(server: Server, calls: readonly Call[]): Promise<void> {
  for (const [method, ...params] of calls) await server.request({ method, params }).catch(() => {})
}

describe.each(['simulated', 'wall'] as const)('the saved moves of a %s clock', (clock) => {
  it('lead another server to the same head and state', async () => {
    const calls = fc.array(moveCall, { minLength: 1, maxLength: 14 })
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...chains), calls, async (chain, made) => {
        const server = await serve(chain, { port: 0, dev: true, clock })
        await move(server, made)
        const { yaml, omitted } = (await server.request({ method: 'ommer_scenario' })) as {
          readonly yaml: string
          readonly omitted: readonly string[]
        }
        expect(omitted).toEqual([])
        const file = join(mkdtempSync(join(tmpdir(), 'ommer-moves-')), 'saved.yaml')
        writeFileSync(file, yaml)
        const { server: other, finished, close } = await playScenario(file, { port: 0, dev: true })
        await finished
        expect(other.head).toEqual(server.head)
        for (const method of ['eth_getBalance', 'eth_getTransactionCount', 'eth_getCode']) {
          const question = { method, params: [ACCOUNT, 'latest'] }
          expect(await other.request(question)).toBe(await server.request(question))
        }
        await close()
        await server.close()
      }),
      { numRuns: repeated(8, 300) },
    )
  })
})
