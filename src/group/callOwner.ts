import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { noSuchEndpoint } from '../endpoint/noSuchEndpoint.ts'
import { messageOf, OmmerError } from '../primitives/errors.ts'
import { connectTo } from '../server/passOn.ts'
import type { ResolvedServeOptions } from '../server/resolveServeOptions.ts'

/** How long another member may take to answer. */
const ANSWER_MS = 10_000

/**
 * Calls a control method where the endpoint is owned.
 *
 * @param address of the member: `HOST:PORT`, or the path of a socket
 * @param control the option of all members
 * @param key of the endpoint at whose control address the method is called
 * @throws {OmmerError} what the other member says
 */
export async function callOwner(
  address: string,
  control: ResolvedServeOptions['control'],
  key: string,
  method: string,
  ...params: readonly unknown[]
): Promise<unknown> {
  const failed = (problem: string, options?: ErrorOptions): OmmerError =>
    new OmmerError('OWNER_NOT_REACHED', `${address}: ${problem}`, options)
  const socket = await connectTo(address, ANSWER_MS)
  if (socket === undefined) throw failed('it does not answer')
  const token = typeof control === 'object' ? control.token : undefined
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
  try {
    const request = httpRequest({
      method: 'POST',
      path: `/control/${encodeURIComponent(key)}`,
      headers: { 'content-type': 'application/json', ...authorization },
      signal: AbortSignal.timeout(ANSWER_MS),
      createConnection: () => socket,
    })
    request.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    const answer = await text(response)
    if (response.statusCode === 401) {
      throw new OmmerError('UNKNOWN_ENDPOINT', noSuchEndpoint(key, []))
    }
    const { result, error } = JSON.parse(answer) as RpcResponse
    if (error === undefined) return result
    throw new OmmerError(error.data?.code ?? 'OWNER_REFUSED', error.message)
  } catch (error) {
    throw error instanceof OmmerError ? error : failed(messageOf(error), { cause: error })
  } finally {
    socket.destroy()
  }
}

interface RpcResponse {
  readonly result?: unknown
  readonly error?: { readonly message: string; readonly data?: { readonly code?: string } }
}
