import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import { playScenario } from '../../src/playScenario.ts'
import { type Server, serve } from '../../src/server/serve.ts'
import { sized } from '../support/sized.ts'

const MINER = `0x${'5'.repeat(40)}`
const ACCOUNT = `0x${'7'.repeat(40)}`
const WORD = `0x${'ab'.repeat(32)}`

const chains = await Promise.all(
  (['latest', 'pow'] as const).map((preset) =>
    createChain({ seed: 'journal', blocks: 14, preset }),
  ),
)

type Call = readonly [method: string, ...params: unknown[]]

const few = fc.integer({ min: 1, max: 4 })

const call: fc.Arbitrary<Call> = fc.oneof(
  fc.constantFrom<Call>(
    ['evm_mine'],
    ['evm_snapshot'],
    ['ommer_reset'],
    ['ommer_setFinality', 'stalled'],
    ['ommer_setFinality', { safe: 1, finalized: 4 }],
    ['anvil_setNextBlockBaseFeePerGas', '0x3b9aca07'],
    ['anvil_setCoinbase', MINER],
    ['hardhat_setPrevRandao', WORD],
    ['evm_setBlockGasLimit', '0x1c9c380'],
    ['anvil_setBalance', ACCOUNT, '0xde0b6b3a7640000'],
    ['anvil_setNonce', ACCOUNT, '0x5'],
    ['anvil_setCode', ACCOUNT, '0x6001'],
    ['anvil_setStorageAt', ACCOUNT, '0x1', WORD],
  ),
  few.map((count): Call => ['ommer_mine', count]),
  fc.tuple(few, few).map(([count, seconds]): Call => ['hardhat_mine', hex(count), hex(seconds)]),
  fc.tuple(few, few).map(([depth, length]): Call => ['ommer_reorg', { depth, length }]),
  few.map((count): Call => ['ommer_rollback', count]),
  few.map((id): Call => ['evm_revert', hex(id)]),
  few.map((seconds): Call => ['evm_increaseTime', 100 * seconds]),
  few.map((seconds): Call => ['evm_setBlockTimestampInterval', 10 * seconds]),
)

function hex(number: number): string {
  return `0x${number.toString(16)}`
}

/** Makes the moves that are possible. */
async function move(server: Server, calls: readonly Call[]): Promise<void> {
  for (const [method, ...params] of calls) await server.request({ method, params }).catch(() => {})
}

describe.each(['simulated', 'wall'] as const)('the saved moves of a %s clock', (clock) => {
  it('lead another server to the same head and state', async () => {
    const calls = fc.array(call, { minLength: 1, maxLength: 14 })
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
      { numRuns: sized(8, 300) },
    )
  })
})
