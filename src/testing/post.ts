import { Agent, request } from 'node:http'

/** The response to a POST request. */
export interface PostResponse {
  readonly status: number
  /** of the header Content-Type; empty if the response has none */
  readonly type: string
  readonly text: string
}

/** After this time without a request, the server may be closing idle connections, so new ones are opened. */
const IDLE_MS = 500

let agent = new Agent({ keepAlive: true })
let usedAt = 0

/**
 * Posts JSON. A worker loads `node:http` in 2 ms and `fetch` in 15 to 30 ms, and a request takes half as long.
 *
 * @param token of the control address
 * @throws the error of Node if the connection fails, such as ECONNRESET
 */
export function post(url: string, json: string, token?: string): Promise<PostResponse> {
  const body = Buffer.from(json)
  const headers = {
    'content-type': 'application/json',
    'content-length': body.length,
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  }
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent: openAgent(), headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        usedAt = performance.now()
        resolve({
          status: response.statusCode as number,
          type: response.headers['content-type'] ?? '',
          text: Buffer.concat(chunks).toString('utf8'),
        })
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Connections that are open between requests do not keep the process alive. */
function openAgent(): Agent {
  const now = performance.now()
  // A process that was blocked for long does not know yet that the server has closed its connections.
  if (now - usedAt > IDLE_MS) agent = new Agent({ keepAlive: true })
  usedAt = now
  return agent
}
