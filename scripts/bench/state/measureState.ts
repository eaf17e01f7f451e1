import { isDeepStrictEqual } from 'node:util'
import { builtUrl } from '../../build/built.ts'
import type { ForeignNode, NodeCommand } from '../../interop/foreignNode.ts'
import { installAnvil, isAnvilInstalled } from '../anvilPackage.ts'
import { medianBody } from '../baselineBodies.ts'
import { Child, cpuSecondsOf } from '../child.ts'
import { rehearseHttp } from '../dialogue.ts'
import { installHardhat, isHardhatInstalled } from '../hardhatPackage.ts'
import { measureRequest, requestRows, type Slices } from '../measureRequest.ts'
import { messagesOf } from '../messages.ts'
import type { MissingRow, Row } from '../report.ts'
import { systemCpuSecondsOf } from '../systemCpu.ts'
import type { ServerAddress, ServerSubject } from '../transports.ts'
import { rehearseVaried, resultsOf } from '../variedDialogue.ts'
import { type BenchedState, STATE_NAME, STATE_SPEC } from './benchedState.ts'
import { anvil, hardhat, startWithState } from './nodes.ts'
import { readState } from './readState.ts'
import { stateRequests } from './stateRequests.ts'

interface Baseline {
  readonly command: NodeCommand
  readonly isInstalled: () => boolean
  readonly install: () => void
}

const baselines: readonly Baseline[] = [
  { command: anvil, isInstalled: isAnvilInstalled, install: installAnvil },
  { command: hardhat, isInstalled: isHardhatInstalled, install: installHardhat },
]

const HINT = 'npm run bench -- --anvil installs Anvil and Hardhat (190 MB) and measures beside them'

/**
 * Measures reads of state and calls per second over HTTP, beside other nodes with the same accounts, code and storage.
 *
 * @param install whether to install nodes that are missing
 */
export async function measureState(
  slices: Slices,
  install: boolean,
): Promise<(Row | MissingRow)[]> {
  const ommer = new Child('ommerServer.mjs')
  const subject: ServerSubject = { spec: STATE_SPEC, build: builtUrl() }
  const { url } = await ommer.do<ServerAddress>('listen', subject)
  const state = await readState()
  const rows: (Row | MissingRow)[] = await measureBesideBare({ ommer, url, state }, slices)
  for (const baseline of baselines) {
    const { command, isInstalled } = baseline
    if (!isInstalled() && install) baseline.install()
    if (!isInstalled()) {
      rows.push({ name: `state and calls, beside ${command.name}`, notMeasured: HINT })
      continue
    }
    const node = await startWithState(command, state)
    rows.push(...(await measureBeside({ ommer, url, state }, command.name, node, slices)))
    await node.stop()
  }
  await ommer.stop()
  return rows
}

interface Served {
  readonly ommer: Child
  readonly url: string
  readonly state: BenchedState
}

/** The floor: a server that reads the same requests, and sends the same response each time. */
async function measureBesideBare(
  { ommer, url, state }: Served,
  slices: Slices,
): Promise<(Row | MissingRow)[]> {
  const bare = new Child('bareHttpServer.mjs')
  const bareUrl = await bare.do<string>('listen')
  const rows: Row[] = []
  for (const { method, what, params, targets } of stateRequests(state)) {
    const messages = messagesOf(params.map((each) => ({ method, params: each })))
    const ours = await rehearseVaried(url, messages, rehearseHttp)
    await bare.do('answerWith', medianBody(ours.bodies))
    const theirs = await rehearseVaried(bareUrl, messages, rehearseHttp)
    const measured = await measureRequest(
      { cpuSeconds: cpuSecondsOf(ommer), dialogues: [ours.dialogue] },
      { cpuSeconds: cpuSecondsOf(bare), dialogues: [theirs.dialogue] },
      slices,
    )
    const name = `HTTP ${method}, ${what}, ${STATE_NAME}`
    rows.push(...requestRows(name, 'bare node:http', measured, { target: targets.bare }))
  }
  await bare.stop()
  return rows
}

async function measureBeside(
  { ommer, url, state }: Served,
  baselineName: string,
  node: ForeignNode,
  slices: Slices,
): Promise<Row[]> {
  const rows: Row[] = []
  for (const { method, what, params, targets } of stateRequests(state)) {
    const messages = messagesOf(params.map((each) => ({ method, params: each })))
    const ours = await rehearseVaried(url, messages, rehearseHttp)
    const theirs = await rehearseVaried(node.url, messages, rehearseHttp)
    const [our, their] = [resultsOf(ours), resultsOf(theirs)]
    const different = params.findIndex((_, index) => !isDeepStrictEqual(our[index], their[index]))
    if (different >= 0) {
      throw new Error(`${baselineName}: ${method}(${params[different]}) has another result`)
    }
    const measured = await measureRequest(
      { cpuSeconds: cpuSecondsOf(ommer), dialogues: [ours.dialogue] },
      { cpuSeconds: async () => systemCpuSecondsOf(node), dialogues: [theirs.dialogue] },
      slices,
    )
    const name = `HTTP ${method}, ${what}, ${STATE_NAME}`
    rows.push(...requestRows(name, baselineName, measured, { target: targets.node }))
  }
  return rows
}
