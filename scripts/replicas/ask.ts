import { once } from 'node:events'
import { Agent, request as httpRequest } from 'node:http'
import { text } from 'node:stream/consumers'

/** How long an answer may take: longer than a replica that has ended keeps its endpoints. */
const ANSWER_MS = 60_000

export const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** The request was perhaps answered, and perhaps carried out, but no answer has arrived. */
export class NoAnswerError extends Error {}

/**
 * Sends a request to a server of this machine.
 *
 * @returns the body of the response
 * @throws {NoAnswerError} also if a proxy or replica says that it could not be answered
 */
export async function ask(port: number, path: string, body: string): Promise<string> {
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const request = httpRequest({
    port,
    path,
    agent,
    headers,
    host: '127.0.0.1',
    method: 'POST',
  })
  const timer = setTimeout(() => request.destroy(new Error('timeout')), ANSWER_MS)
  try {
    request.end(body)
    const [response] = await once(request, 'response')
    const answer = await text(response)
    if (response.statusCode < 500) return answer
    throw new Error(
      `status ${response.statusCode}: ${answer.slice(0, 200).replaceAll(/\s+/g, ' ')}`,
    )
  } catch (error) {
    throw new NoAnswerError((error as Error).message, { cause: error })
  } finally {
    clearTimeout(timer)
  }
}
