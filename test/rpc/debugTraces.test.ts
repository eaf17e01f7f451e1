import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { SealedBlock } from '../../src/chain/encoding/block.ts'
import { decodeBlock } from '../../src/chain/encoding/decode.ts'
import { exportChain } from '../../src/exportChain.ts'
import { loadChain } from '../../src/formats/loadChain.ts'
import { toQuantity } from '../../src/primitives/hex.ts'
import type { Server } from '../../src/server/serve.ts'
import { ask, serveForTests, serveInTest } from '../support/serving.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'

const callTracer = { tracer: 'callTracer' }

describe('a block without transactions', async () => {
  const spec = { seed: 'empty', preset: 'latest', blocks: 2, transactionsPerBlock: [0, 0] } as const
  const { ask } = await serveForTests(spec, { callTimeout: 0 })

  it.each([
    {},
    callTracer,
    { tracer: 'callTracer', tracerConfig: [] },
    { tracer: 'prestateTracer', tracerConfig: { diffMode: 'yes' } },
    { tracer: 'none' },
    { timeout: '' },
  ])('has no traces, whatever the options: %j', async (options) => {
    expect(await ask('debug_traceBlockByNumber', '0x2', options)).toEqual([])
  })
})

interface CallTrace {
  readonly from: string
  readonly gasUsed: string
}

describe('traces of blocks', async () => {
  const folder = temporaryFolder()
  // Without a limit of time, because other processes may be busy.
  const options = { callTimeout: 0 }
  const spec = { seed: 'traced', preset: 'latest', blocks: 24 } as const
  const { server, chain } = await serveForTests(spec, options)

  /** The traces of a block have the senders and the gas of its receipts. */
  async function expectTraces(of: Server, sealed: SealedBlock): Promise<void> {
    const { hash, transactions, receipts } = decodeBlock(sealed)
    const traces = await ask<{ readonly txHash: string; readonly result: CallTrace }[]>(
      of,
      'debug_traceBlockByHash',
      hash,
      callTracer,
    )
    const outcome = ({ from, gasUsed }: CallTrace) => [from, gasUsed]
    expect(traces.map(({ txHash, result }) => [txHash, ...outcome(result)])).toEqual(
      transactions.map((each, index) => [
        each.hash,
        each.from,
        toQuantity(receipts[index]?.gasUsed ?? 0n),
      ]),
    )
  }

  it('are those of a side branch, by the hash of its block', async () => {
    let count = 0
    for (const { hash, header, transactions } of await chain.extendBranch(20, 'traced', 3)) {
      expect(chain.blockByNumber(header.number)?.hash).not.toBe(hash)
      await expectTraces(server, chain.tree.byHash(hash) as SealedBlock)
      count += transactions.length
    }
    expect(count).toBeGreaterThan(0)
  })

  it('are the same of a chain that was loaded without state', async () => {
    await exportChain(chain, join(folder, 'whole'), { format: 'json' })
    const loaded = await serveInTest(await loadChain(join(folder, 'whole')), options)
    for (let number = 20; number <= 24; number++) {
      const [ours, theirs] = await Promise.all(
        [server, loaded].map((each) => ask(each, 'debug_traceBlockByNumber', toQuantity(number))),
      )
      expect(theirs).toEqual(ours)
      await expectTraces(loaded, chain.tree.byNumber(number) as SealedBlock)
    }
  })

  it('are refused with the error of geth where the chain has no state', async () => {
    await exportChain(chain, join(folder, 'part'), { format: 'json', from: 20 })
    const part = await serveInTest(await loadChain(join(folder, 'part')), options)
    const blocks = [...Array(25).keys()].slice(20)
    const number = blocks.find((each) => chain.blockByNumber(each)?.transactions.length) ?? 0
    const block = chain.blockByNumber(number)
    const later = toQuantity(number)
    const requests: readonly (readonly [method: string, ...params: unknown[]])[] = [
      ['debug_traceBlockByNumber', later],
      ['debug_traceBlockByHash', block?.hash],
      ['debug_traceTransaction', block?.transactions[0]?.hash],
      ['debug_traceCall', {}, later],
      ['debug_traceCall', {}, later, { txIndex: '0x0' }],
    ]
    for (const [method, ...params] of requests) {
      await expect(part.request({ method, params })).rejects.toMatchObject({
        code: -32000,
        message: expect.stringMatching(/^historical state [0-9a-f]{64} is not available$/),
      })
    }
  })
})
