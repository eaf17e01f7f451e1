import { builtUrl } from '../build/built.ts'
import { medianBody, tableOf } from './baselineBodies.ts'
import { Child, cpuSecondsOf } from './child.ts'
import { measureRequest, requestRows, type Slices } from './measureRequest.ts'
import type { Row } from './report.ts'
import { type BenchRequest, benchRequests, messagesFor, requireTransactions } from './requests.ts'
import { blocksOf } from './specs.ts'
import { type ServerAddress, type ServerSubject, type Transport, transports } from './transports.ts'
import { rehearseVaried } from './variedDialogue.ts'

/** A running server. */
interface Served {
  readonly server: Child
  readonly url: string
}

/**
 * Measures requests per second over HTTP and WebSocket. Every request has another id and asks for another block than the one
 * before, so no cache of whole responses helps.
 */
export async function measureServing(slices: Slices): Promise<Row[]> {
  const rows: Row[] = []
  for (const transactions of [20, 200] as const) {
    const server = new Child('ommerServer.mjs')
    const subject: ServerSubject = { spec: blocksOf(transactions), build: builtUrl() }
    const address = await server.do<ServerAddress>('listen', subject)
    for (const transport of transports) {
      const baseline = new Child(transport.baselineScript)
      const bare = { server: baseline, url: await baseline.do<string>('listen') }
      const ommer = { server, url: address[transport.url] }
      for (const request of benchRequests.filter((q) => q.transactions === transactions)) {
        const messages = messagesFor(request, address.head)
        rows.push(...(await measureOne(transport, request, messages, { ommer, bare }, slices)))
      }
      await baseline.stop()
    }
    await server.stop()
  }
  return rows
}

async function measureOne(
  transport: Transport,
  request: BenchRequest,
  messages: readonly string[],
  { ommer, bare }: { readonly ommer: Served; readonly bare: Served },
  slices: Slices,
): Promise<Row[]> {
  const { name, baselineName, batchBaselineName, rehearse } = transport
  const isBatch = request.batch !== undefined
  const ours = await rehearseVaried(ommer.url, messages, rehearse)
  for (const body of ours.bodies) requireTransactions(body, request)
  if (isBatch) await bare.server.do('answerBatches', tableOf(messages, ours.bodies))
  else await bare.server.do('answerWith', medianBody(ours.bodies))
  const theirs = await rehearseVaried(bare.url, messages, rehearse)
  const isSame = theirs.bodies.every((body, index) => body.equals(ours.bodies[index] as Buffer))
  if (isBatch && !isSame) throw new Error('the baseline sends a different response')
  const measured = await measureRequest(
    { cpuSeconds: cpuSecondsOf(ommer.server), dialogues: [ours.dialogue] },
    { cpuSeconds: cpuSecondsOf(bare.server), dialogues: [theirs.dialogue] },
    slices,
  )
  const { target } = request
  const baseline = isBatch ? batchBaselineName : baselineName
  return requestRows(`${name} ${request.name}`, baseline, measured, { target })
}
