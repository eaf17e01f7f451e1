import { installProject, npmInstall } from '../project.ts'
import { ServingProgram } from '../servingProgram.ts'
import {
  squidBlockRows,
  squidDiffRows,
  squidFrameRows,
  squidLogRows,
  squidTraceRows,
  squidTransactionRows,
} from './expected/squidRows.ts'
import { followReorg } from './follow.ts'
import type { Indexer, Subject } from './indexer.ts'
import { compareRows, type DataSet, type Row } from './rows.ts'
import { plainDiffs, plainTraces, type SquidBlock } from './squidBlock.ts'

interface Read {
  readonly head: string | null
  readonly blocks: readonly SquidBlock[]
}

/**
 * SQD's processor without an archive, twice: by default it gets traces by `debug_traceBlockByHash`, and changes of state in
 * final blocks by `trace_replayBlockTransactions`; then it gets both the other way.
 */
export const runSubsquid: Indexer = async (subject) => {
  const byDefault = await runProcessor(subject, false)
  const otherWay = await runProcessor(subject, true)
  return [...byDefault, ...otherWay.map((dataSet) => ({ ...dataSet, name: `${dataSet.name} (2)` }))]
}

async function runProcessor(
  subject: Subject,
  prefersTraceApi: boolean,
): Promise<readonly DataSet[]> {
  const project = new URL('projects/subsquid/', import.meta.url)
  const folder = installProject('indexer', project, 'package.json', npmInstall)
  const program = await ServingProgram.start(folder, process.execPath, (port) => [
    'run.cjs',
    subject.url,
    port,
    `${prefersTraceApi}`,
  ])
  return followReorg<Read>(subject, program, async ({ head, blocks }) => {
    const [, ...traced] = await subject.stock.upTo(head as `0x${string}`)
    const canonical = traced.map(({ block }) => block)
    const all = (rowsIn: (block: SquidBlock) => readonly Row[]) =>
      blocks.flatMap((block) =>
        rowsIn(block).map((row) => ({ height: block.header.height, ...row })),
      )
    const traces = all(plainTraces)
    return [
      compareRows(
        'blocks',
        all(({ header }) => [header]),
        squidBlockRows(canonical),
      ),
      compareRows(
        'transactions',
        all(({ transactions }) => transactions),
        squidTransactionRows(canonical),
      ),
      compareRows(
        'logs',
        all(({ logs }) => logs),
        squidLogRows(canonical),
      ),
      prefersTraceApi
        ? compareRows('traces', traces, traced.flatMap(squidTraceRows))
        : compareRows('traces', traces, traced.flatMap(squidFrameRows)),
      compareRows('changes of state', all(plainDiffs), traced.flatMap(squidDiffRows)),
    ]
  })
}
