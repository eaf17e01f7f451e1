import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import type { ChainSpec } from '../../../src/chain/spec/spec.ts'
import { loadChain } from '../../../src/formats/loadChain.ts'
import { recordChain } from '../../../src/recordChain.ts'
import { serve } from '../../../src/serve.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'
import { post, request } from '../../support/transports.ts'

const folder = temporaryFolder()

async function ask(url: string, method: string, ...params: unknown[]): Promise<unknown> {
  const answer = JSON.parse(await (await post(url, request(method, params))).text())
  return answer.error ?? answer.result
}

/** The chain, and a recording of its blocks from one on, each with a server. */
async function recordPreset(
  preset: NonNullable<ChainSpec['preset']>,
  blocks: number,
  from: number,
) {
  const chain = await createChain({ seed: `fees of ${preset}`, blocks, preset })
  const server = await serve(chain, { port: 0 })
  const path = join(folder, `${preset}-${from}`)
  await recordChain(server.url, { from, to: blocks, folder: path })
  const recording = await serve(await loadChain(path), { port: 0 })
  return { chain, server, recording }
}

describe.each<[NonNullable<ChainSpec['preset']>, number]>([
  ['history', 60],
  ['eras', 60],
  ['latest', 40],
])('a recording of the preset %s', (preset, blocks) => {
  it.each([0, blocks / 2])('from block %i on has the fees of the chain itself', async (from) => {
    const { server, recording } = await recordPreset(preset, blocks, from)
    // From more blocks than a part of a chain has.
    const tips = from === 0 ? ['eth_gasPrice', 'eth_maxPriorityFeePerGas'] : []
    for (const method of ['eth_baseFee', 'eth_blobBaseFee', ...tips]) {
      expect([method, await ask(recording.url, method)]).toEqual([
        method,
        await ask(server.url, method),
      ])
    }
    for (let number = from; number <= blocks; number++) {
      const params = [1, `0x${number.toString(16)}`, [0, 25, 50, 100]]
      const own = await ask(server.url, 'eth_feeHistory', ...params)
      expect([number, await ask(recording.url, 'eth_feeHistory', ...params)]).toEqual([number, own])
    }
    const all = [blocks - from + 1, 'latest', [10, 90]]
    expect(await ask(recording.url, 'eth_feeHistory', ...all)).toEqual(
      await ask(server.url, 'eth_feeHistory', ...all),
    )
    await server.close()
    await recording.close()
  })
})
