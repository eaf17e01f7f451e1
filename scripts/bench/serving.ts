import { builtUrl } from '../build/built.ts'
import { Child, cpuSecondsOf } from './child.ts'
import { measureRequest, requestRows, type Slices } from './measureRequest.ts'
import type { Row } from './report.ts'
import { benchRequests, requestText, requireTransactions } from './requests.ts'
import { blocksOf } from './specs.ts'
import { type ServerAddress, type ServerSubject, transports } from './transports.ts'

/** Measures requests per second over HTTP and WebSocket, beside servers that only send the same bytes. */
export async function measureServing(slices: Slices): Promise<Row[]> {
  const rows: Row[] = []
  for (const transactions of [20, 200] as const) {
    const ommer = new Child('ommerServer.mjs')
    const subject: ServerSubject = { spec: blocksOf(transactions), build: builtUrl() }
    const address = await ommer.do<ServerAddress>('listen', subject)
    for (const transport of transports) {
      const baseline = new Child(transport.baselineScript)
      const baselineUrl = await baseline.do<string>('listen')
      for (const request of benchRequests.filter((q) => q.transactions === transactions)) {
        const message = requestText(request, address.head)
        const served = await transport.rehearse(address[transport.url], message)
        requireTransactions(served.body, request)
        await baseline.do('answerWith', served.body)
        const echoed = await transport.rehearse(baselineUrl, message)
        if (!echoed.body.equals(served.body))
          throw new Error('the baseline sends a different response')
        const measured = await measureRequest(
          { cpuSeconds: cpuSecondsOf(ommer), dialogues: [served] },
          { cpuSeconds: cpuSecondsOf(baseline), dialogues: [echoed] },
          slices,
        )
        const name = `${transport.name} ${request.name}`
        rows.push(...requestRows(name, transport.baselineName, measured))
      }
      await baseline.stop()
    }
    await ommer.stop()
  }
  return rows
}
