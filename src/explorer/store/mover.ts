import { RpcError } from '../connection/rpcError.ts'
import { controlToken } from './controlToken.ts'
import type { Session } from './session.ts'

/** Where moves are sent. */
export interface Mover {
  request<T>(method: string, params?: readonly unknown[]): Promise<T>
}

/** The control address wants a token, or another one. */
export class TokenError extends Error {
  override readonly name = 'TokenError'
}

/** With `dev` the endpoint itself accepts moves; otherwise the control address does. */
export function moverOf(session: Session): Mover {
  if (session.permissions.peek()?.dev !== false) return session.connection
  return { request: (method, params = []) => requestControl(session, method, params) }
}

async function requestControl<T>(
  { addresses }: Session,
  method: string,
  params: readonly unknown[],
): Promise<T> {
  const token = controlToken.peek()
  const response = await fetch(addresses.control, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(token !== '' && { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  if (response.status === 401 || response.status === 403) {
    throw new TokenError(
      token === ''
        ? 'The control address wants its token.'
        : 'The control address refuses this token.',
    )
  }
  const { result, error } = await response.json()
  if (error !== undefined) throw new RpcError(error)
  return result
}
