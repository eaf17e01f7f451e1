import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { post } from './transports.ts'

/** A request that a node received. */
export interface AskedOfNode {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
  readonly headers: IncomingHttpHeaders
  /** how often the same was requested, including this time */
  readonly times: number
}

/** A fault that replaces the answer to a request. */
export type Fault =
  /** another answer */
  | {
      readonly status?: number
      readonly headers?: Readonly<Record<string, string>>
      readonly body: string
    }
  /** the correct answer, changed */
  | { readonly change: (answer: string) => string }
  /** the connection breaks at once, or after half of the answer; or nothing is ever sent */
  | 'reset'
  | 'cutOff'
  | 'silence'

/** A proxy between a client and a real node, with faults as a test needs them. */
export interface FaultyNode {
  readonly url: string
  /** all requests, in the order of arrival */
  readonly asked: AskedOfNode[]
  /** the node that answers; may be changed at any time */
  upstream: string
  /** decides the fault of each request; undefined lets it pass */
  fault: (asked: AskedOfNode) => Fault | undefined
  close(): Promise<void>
}

/** @param upstream the URL of the real node */
export async function startFaultyNode(upstream: string): Promise<FaultyNode> {
  const asked: AskedOfNode[] = []
  const times = new Map<string, number>()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    const { id, method, params } = JSON.parse(body)
    const question = JSON.stringify([method, params])
    times.set(question, (times.get(question) ?? 0) + 1)
    const { headers } = request
    const one = { id, method, params, headers, times: times.get(question) as number }
    asked.push(one)
    await answer(response, node.fault(one), () => ask(node.upstream, body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const node: FaultyNode = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    asked,
    upstream,
    fault: () => undefined,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  return node
}

async function ask(upstream: string, body: string): Promise<string> {
  return (await post(upstream, body)).text()
}

async function answer(
  response: ServerResponse,
  fault: Fault | undefined,
  ask: () => Promise<string>,
): Promise<void> {
  if (fault === 'silence') return
  if (fault === 'reset') {
    response.socket?.resetAndDestroy()
    return
  }
  if (fault === 'cutOff') {
    const text = await ask()
    response.writeHead(200, { 'content-length': Buffer.byteLength(text) })
    response.write(text.slice(0, text.length / 2), () => response.socket?.destroy())
    return
  }
  if (fault !== undefined && 'body' in fault) {
    response.writeHead(fault.status ?? 200, fault.headers).end(fault.body)
    return
  }
  response.end(fault === undefined ? await ask() : fault.change(await ask()))
}
