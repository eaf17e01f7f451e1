import { expect, test } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import {
  corruptByName,
  corruptionNames,
  targetsOfCorruption,
} from '../../../src/faults/corrupt/named.ts'
import { Random } from '../../../src/primitives/random.ts'
import { methodsOpenTo } from '../../../src/rpc/faults/openMethods.ts'
import { serve } from '../../../src/server/serve.ts'
import { callEverything } from '../../support/callEverything.ts'
import { callFilters } from '../../support/callFilters.ts'

test('each named corruption finds its field in exactly the methods that it lists', async () => {
  /** by corruption, the methods for which some answer had the field */
  const found = new Map(corruptionNames.map((name) => [name, new Set<string>()]))
  const tryAll = (method: string, result: unknown) => {
    // It shows to tools what another method answers.
    if (method === 'ommer_inDialect') return
    for (const [name, methods] of found) {
      if (methods.has(method)) continue
      const detail = corruptByName(name, structuredClone(result), new Random('seed'))
      if (detail !== undefined) methods.add(method)
    }
  }
  // Uncles need proof of work, and some corruptions need Amsterdam.
  for (const preset of ['pow', 'amsterdam'] as const) await tryOn(preset, tryAll)
  for (const [what, methods] of found) {
    const open = methodsOpenTo(targetsOfCorruption(what))
    const isOfAmsterdam = what === 'blockAccessListHash' || what === 'transferBloom'
    const fit = open.filter((name) => !isOfAmsterdam || !name.includes('Uncle'))
    expect([...methods].toSorted(), what).toEqual(fit.toSorted())
  }
})

/** Calls a function with all kinds of answers. */
async function tryOn(
  preset: 'pow' | 'amsterdam',
  tryAll: (method: string, result: unknown) => void,
): Promise<void> {
  const chain = await createChain({ seed: 'faults', blocks: 8, preset })
  const server = await serve(chain, { port: 0, callTimeout: 0 })
  try {
    let headsOwed = 6
    const notified = new Promise<void>((resolve) => {
      server.on('message', ({ type, data: { result } }: Told) => {
        tryAll(type, result)
        if ('parentHash' in result && --headsOwed === 0) resolve()
      })
    })
    // Logs are sent before the head of the same block.
    await server.request({ method: 'eth_subscribe', params: ['logs', {}] })
    await server.request({ method: 'eth_subscribe', params: ['newHeads'] })
    await server.mine(headsOwed)
    await notified
    for await (const { method, result } of callEverything(chain, server)) tryAll(method, result)
    for await (const { method, result } of callFilters(server)) tryAll(method, result)
    const proof = { method: 'eth_getProof', params: [`0x${'0'.repeat(40)}`, []] }
    tryAll(proof.method, await server.request(proof))
  } finally {
    await server.close()
  }
}

interface Told {
  readonly type: string
  readonly data: { readonly result: object }
}
