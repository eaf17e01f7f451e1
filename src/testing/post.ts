import { Agent, request } from 'node:http'

/** The response to a POST request. */
export interface PostResponse {
  readonly status: number
  /** of the header Content-Type; empty if the response has none */
  readonly type: string
  readonly text: string
}

/** Options for a request. */
export interface PostOptions {
  /** of the control address */
  readonly token?: string | undefined
  /** ends the request */
  readonly signal?: AbortSignal | undefined
}

/** After this time without a request, the server may be closing idle connections, so new ones are opened. */
const IDLE_MS = 500

let agent = new Agent({ keepAlive: true })
let usedAt = 0

/**
 * Posts JSON. A worker loads `node:http` in 2 ms and `fetch` in 15 to 30 ms, and a request takes half as long.
 *
 * @throws the error of Node if the connection fails, such as ECONNRESET; the reason of `signal` if it is aborted
 */
export function post(
  url: string,
  json: string,
  { token, signal }: PostOptions = {},
): Promise<PostResponse> {
  const body = Buffer.from(json)
  const headers = {
    'content-type': 'application/json',
    'content-length': body.length,
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  }
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => reject(signal?.aborted ? signal.reason : error)
    const options = { method: 'POST', agent: openAgent(), headers, ...(signal && { signal }) }
    const sent = request(url, options, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('error', fail)
      response.on('end', () => {
        usedAt = performance.now()
        resolve({
          status: response.statusCode as number,
          type: response.headers['content-type'] ?? '',
          text: Buffer.concat(chunks).toString('utf8'),
        })
      })
    })
    sent.on('error', fail)
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
