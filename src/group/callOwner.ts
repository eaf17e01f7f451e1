import { messageOf, OmmerError } from '../primitives/errors.ts'
import type { ResolvedServeOptions } from '../server/resolveServeOptions.ts'

/** How long another member may take to answer. */
const ANSWER_MS = 10_000

interface ControlCall {
  /** of the endpoint at whose control address the method is called */
  readonly key: string
  readonly method: string
  readonly params: readonly unknown[]
}

/**
 * Calls a control method where the endpoint is owned.
 *
 * @param address `HOST:PORT` of the member
 * @param control the option of all members
 * @throws {OmmerError} what the other member says
 */
export async function callOwner(
  address: string,
  control: ResolvedServeOptions['control'],
  { key, method, params }: ControlCall,
): Promise<unknown> {
  const token = typeof control === 'object' ? control.token : undefined
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const response = await fetch(`http://${address}/control/${encodeURIComponent(key)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...authorization },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(ANSWER_MS),
  }).catch((error: unknown) => {
    throw new OmmerError('OWNER_NOT_REACHED', `${address}: ${messageOf(error)}`)
  })
  const { result, error } = (await response.json()) as {
    readonly result?: unknown
    readonly error?: { readonly message: string; readonly data?: { readonly code?: string } }
  }
  if (error === undefined) return result
  throw new OmmerError(error.data?.code ?? 'OWNER_REFUSED', error.message)
}
