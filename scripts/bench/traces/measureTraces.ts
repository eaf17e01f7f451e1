import { isDeepStrictEqual } from 'node:util'
import { builtUrl } from '../../build/built.ts'
import type { ForeignNode } from '../../interop/foreignNode.ts'
import { Child, cpuSecondsOf } from '../child.ts'
import { rehearseHttp } from '../dialogue.ts'
import { installHardhat, isHardhatInstalled } from '../hardhatPackage.ts'
import { measureRequest, requestRows, type Slice, type Slices } from '../measureRequest.ts'
import type { Pair } from '../pairs.ts'
import type { MissingRow, Row } from '../report.ts'
import { hardhat } from '../state/nodes.ts'
import { systemCpuSecondsOf } from '../systemCpu.ts'
import type { ServerAddress, ServerSubject } from '../transports.ts'
import { rehearseVaried, resultsOf } from '../variedDialogue.ts'
import { startWithBlock } from './startWithBlock.ts'
import { readTracedBlock, TRACED_NAME, TRACED_SPEC, type TracedBlock } from './tracedBlock.ts'
import { traceMessages } from './traceMessages.ts'

const HINT = 'npm run bench -- --anvil installs Hardhat (150 MB) and measures beside it'
/** The shares of the rate of EDR that were reached. */
const TARGETS = { block: 1.5, transaction: 1.1 }

/**
 * Measures traces of a block per second over HTTP, beside EDR with the same block on the same state.
 *
 * @param install whether to install EDR if it is missing
 */
export async function measureTraces(
  slices: Slices,
  install: boolean,
): Promise<(Row | MissingRow)[]> {
  if (!isHardhatInstalled() && install) installHardhat()
  if (!isHardhatInstalled()) return [{ name: 'traces, beside EDR', notMeasured: HINT }]
  const ommer = new Child('ommerServer.mjs')
  const subject: ServerSubject = { spec: TRACED_SPEC, build: builtUrl() }
  const { url } = await ommer.do<ServerAddress>('listen', subject)
  const block = await readTracedBlock(url)
  const node = await startWithBlock(hardhat, block)
  const rows = await measureBeside({ ommer, url, node, block }, slices)
  await node.stop()
  await ommer.stop()
  return rows
}

interface Served {
  readonly ommer: Child
  readonly url: string
  readonly node: ForeignNode
  readonly block: TracedBlock
}

async function measureBeside({ ommer, url, node, block }: Served, slices: Slices): Promise<Row[]> {
  const { hashes } = block
  const messages = traceMessages(block)
  const single = await rehearseVaried(url, messages.each, rehearseHttp)
  const theirs = await rehearseVaried(node.url, messages.each, rehearseHttp)
  const [results, theirResults] = [resultsOf(single), resultsOf(theirs)]
  const different = hashes.find(
    (_, index) => !isDeepStrictEqual(results[index], theirResults[index]),
  )
  if (different !== undefined) throw new Error(`EDR traces ${different} otherwise`)
  const whole = await rehearseVaried(url, messages.whole, rehearseHttp)
  const expected = hashes.map((txHash, index) => ({ txHash, result: results[index] }))
  if (!isDeepStrictEqual(resultsOf(whole), [expected]))
    throw new Error('the trace of the block differs')

  const baseline = {
    cpuSeconds: async () => systemCpuSecondsOf(node),
    dialogues: [theirs.dialogue],
  }
  const ours = { cpuSeconds: cpuSecondsOf(ommer) }
  const blocks = await measureRequest({ ...ours, dialogues: [whole.dialogue] }, baseline, slices)
  const transactions = await measureRequest(
    { ...ours, dialogues: [single.dialogue] },
    baseline,
    slices,
  )
  return [
    // EDR has no method that traces a block, so its clients request each transaction.
    ...requestRows(
      `HTTP callTracer of a ${TRACED_NAME}, in one request`,
      `EDR, in ${hashes.length}`,
      blocks.map((pair) => ({ ...pair, baseline: perBlock(pair, hashes.length) })),
      { what: 'block', target: TARGETS.block },
    ),
    ...requestRows(`HTTP callTracer of each transaction of a ${TRACED_NAME}`, 'EDR', transactions, {
      target: TARGETS.transaction,
    }),
  ]
}

/** The figures of as many requests as a block has transactions. */
function perBlock({ baseline }: Pair<Slice>, count: number): Slice {
  const { rate, cpuMicroseconds } = baseline
  return { rate: rate / count, cpuMicroseconds: cpuMicroseconds * count }
}
