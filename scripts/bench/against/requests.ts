import { builtUrl } from '../../build/built.ts'
import { Child, cpuSecondsOf } from '../child.ts'
import { rehearseHttp } from '../dialogue.ts'
import { measureRequest, requestRows, type Slices } from '../measureRequest.ts'
import { messagesOf } from '../messages.ts'
import type { Row } from '../report.ts'
import { STATE_NAME, STATE_SPEC } from '../state/benchedState.ts'
import { readState } from '../state/readState.ts'
import { stateRequests } from '../state/stateRequests.ts'
import { readTracedBlock, TRACED_NAME, TRACED_SPEC } from '../traces/tracedBlock.ts'
import { traceMessages } from '../traces/traceMessages.ts'
import type { ServerAddress, ServerSubject } from '../transports.ts'
import { rehearseVaried } from '../variedDialogue.ts'

/** Compares reads of state, calls and traces over HTTP with those of another build. */
export async function measureRequestsAgainst(folder: string, slices: Slices): Promise<Row[]> {
  const rows: Row[] = []
  const state = await readState()
  const compareState = await Compared.start(STATE_SPEC, folder)
  for (const { method, what, params } of stateRequests(state)) {
    const messages = messagesOf(params.map((each) => ({ method, params: each })))
    rows.push(
      ...(await compareState.measure(`HTTP ${method}, ${what}, ${STATE_NAME}`, messages, slices)),
    )
  }
  await compareState.stop()
  const compareTraces = await Compared.start(TRACED_SPEC, folder)
  const block = await readTracedBlock(compareTraces.url)
  const { whole, each } = traceMessages(block)
  const name = `HTTP callTracer of a ${TRACED_NAME}`
  rows.push(...(await compareTraces.measure(`${name}, in one request`, whole, slices)))
  rows.push(...(await compareTraces.measure(`${name}, each transaction`, each, slices)))
  await compareTraces.stop()
  return rows
}

/** Servers of both builds with the same chain. */
class Compared {
  readonly #servers: readonly [ours: Child, theirs: Child]
  readonly #urls: readonly [ours: string, theirs: string]

  private constructor(
    servers: readonly [ours: Child, theirs: Child],
    urls: readonly [ours: string, theirs: string],
  ) {
    this.#servers = servers
    this.#urls = urls
  }

  static async start(spec: ServerSubject['spec'], folder: string): Promise<Compared> {
    const servers = [new Child('ommerServer.mjs'), new Child('ommerServer.mjs')] as const
    const listen = async (server: Child, build: string): Promise<string> =>
      (await server.do<ServerAddress>('listen', { spec, build } satisfies ServerSubject)).url
    const urls = await Promise.all([
      listen(servers[0], builtUrl()),
      listen(servers[1], builtUrl(folder)),
    ])
    return new Compared(servers, urls)
  }

  /** The address of this build's server. */
  get url(): string {
    return this.#urls[0]
  }

  async measure(name: string, messages: readonly string[], slices: Slices): Promise<Row[]> {
    const [ours, theirs] = this.#servers
    const our = await rehearseVaried(this.#urls[0], messages, rehearseHttp)
    const their = await rehearseVaried(this.#urls[1], messages, rehearseHttp)
    const isSame = our.bodies.every((body, index) => their.bodies[index]?.equals(body))
    if (!isSame) throw new Error(`the other build has another response: ${name}`)
    const pairs = await measureRequest(
      { cpuSeconds: cpuSecondsOf(ours), dialogues: [our.dialogue] },
      { cpuSeconds: cpuSecondsOf(theirs), dialogues: [their.dialogue] },
      slices,
    )
    return requestRows(name, 'the other build', pairs, { target: 1 })
  }

  async stop(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.stop()))
  }
}
