import { describe, expect, it } from 'vitest'
import { replayedBlock } from '../../../../src/chain/calls/replay/replayedBlock.ts'
import type { TracerChoice } from '../../../../src/chain/calls/tracers/tracerChoice.ts'
import { createChain } from '../../../../src/chain/createChain.ts'
import type { Meter } from '../../../../src/chain/execution/meter.ts'
import { answerBlockTrace } from '../../../../src/threads/calls/answers/answerTrace.ts'
import { environmentAfter } from '../../../support/callEnvironment.ts'
import { sealedBlock } from '../../../support/chain.ts'

const BLOCKS = 24
const PRESTATE = { diffMode: true, disableCode: false, disableStorage: false, includeEmpty: false }
/** What depends on all transactions before: the changes of state, and the indexes of logs. */
const TRACER: TracerChoice = {
  name: 'muxTracer',
  tracers: [
    { name: 'prestateTracer', options: PRESTATE },
    { name: 'callTracer', options: { onlyTopCall: false, withLog: true } },
  ],
}

/** the traces of all transactions, by the block */
const expected = new Map<number, readonly unknown[]>()
const spec = { seed: 'resumed', preset: 'latest', transactionsPerBlock: [4, 6] } as const
const chain = await createChain({ ...spec, blocks: BLOCKS })
for (let number = BLOCKS - 3; number <= BLOCKS; number++) {
  const traces = (await trace(number, undefined)) as { readonly result: unknown }[]
  expected.set(
    number,
    traces.map(({ result }) => result),
  )
}

async function trace(
  number: number,
  index: number | undefined,
  meter?: Meter,
  bytesMax = 1e8,
): Promise<unknown> {
  const environment = await environmentAfter(chain, sealedBlock(chain, number - 1), meter)
  const input = {
    block: replayedBlock(sealedBlock(chain, number)),
    index,
    tracer: TRACER,
    timeoutMs: undefined,
    bytesMax,
  }
  const json = (await answerBlockTrace(environment, input)) as Uint8Array
  return JSON.parse(Buffer.from(json).toString())
}

describe('withReplay', () => {
  it('gives each transaction the state before it, in whatever order they are traced', async () => {
    const all = [...expected].flatMap(([number, traces]) =>
      traces.map((_, index) => [number, index] as const),
    )
    const orders = [
      all,
      all.toReversed(),
      // Every other one, then those left out; blocks in turn.
      [...all.filter((_, at) => at % 2 === 0), ...all.filter((_, at) => at % 2 === 1)],
      all.toSorted(([, one], [, other]) => one - other),
    ]
    for (const order of orders) {
      for (const [number, index] of order) {
        expect(await trace(number, index)).toEqual(expected.get(number)?.[index])
      }
    }
  })

  it('does not run the transactions before again that the last job has run', async () => {
    const stepsOf = async (index: number) => {
      let steps = 0
      await trace(BLOCKS, index, { step: () => steps++, precompile() {} })
      return steps
    }
    const last = (expected.get(BLOCKS)?.length ?? 0) - 1
    await trace(BLOCKS, 0)
    let inTurn = 0
    for (let index = 1; index <= last; index++) inTurn += await stepsOf(index)
    await trace(BLOCKS - 1, 0)
    const first = await stepsOf(0)
    await trace(BLOCKS - 1, 0)
    // With the system calls at the start of the block.
    expect(inTurn).toBeGreaterThan(0)
    expect(await stepsOf(last)).toBe(first + inTurn)
    // Going back and forth does not run others either.
    let backwards = 0
    for (let index = last; index > 0; index--) backwards += await stepsOf(index)
    expect(backwards).toBe(inTurn)
  })

  it('starts again after a job that failed', async () => {
    await trace(BLOCKS, 0)
    await expect(trace(BLOCKS, 1, undefined, 10)).rejects.toThrow('response too large')
    expect(await trace(BLOCKS, 1)).toEqual(expected.get(BLOCKS)?.[1])
    expect(await trace(BLOCKS, 2)).toEqual(expected.get(BLOCKS)?.[2])
  })
})
