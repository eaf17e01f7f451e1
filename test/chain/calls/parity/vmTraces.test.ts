import { expect, it } from 'vitest'
import { createChain } from '../../../../src/chain/createChain.ts'
import { toQuantity } from '../../../../src/primitives/hex.ts'
import { serve } from '../../../../src/server/serve.ts'
import type { Replayed } from '../../../support/traces/parityTypes.ts'
import {
  inOrderRun,
  operationsOf,
  type StructLog,
} from '../../../support/traces/vmFromStructLogs.ts'

const BLOCKS = 6

it.each(['pow', 'latest'] as const)(
  'has the steps of the struct logger in preset %s',
  async (preset) => {
    const chain = await createChain({ seed: 'steps', preset, blocks: BLOCKS })
    // Without a limit of time for calls, because other processes may be busy.
    const server = await serve(chain, { port: 0, callTimeout: 0, limits: { answerBytes: 2e8 } })
    const ask = (method: string, ...params: unknown[]) => server.request({ method, params })
    let compared = 0
    for (let number = 1; number <= BLOCKS; number++) {
      const height = toQuantity(number)
      const options = { enableMemory: true, disableStorage: true }
      const logged = (await ask('debug_traceBlockByNumber', height, options)) as {
        result: { structLogs: StructLog[] }
      }[]
      const replayed = (await ask('trace_replayBlockTransactions', height, [
        'vmTrace',
      ])) as Replayed[]
      expect(replayed.length).toBe(logged.length)
      for (const [index, { vmTrace }] of replayed.entries()) {
        const expected = operationsOf(logged[index]?.result.structLogs ?? [])
        expect(vmTrace && inOrderRun(vmTrace)).toEqual(expected)
        compared += expected.length
      }
    }
    await server.close()
    expect(compared).toBeGreaterThan(1000)
  },
)
