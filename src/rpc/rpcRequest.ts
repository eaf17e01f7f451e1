import { numberId } from './numberIds.ts'
import type { ParsedBody } from './parseBody.ts'

/** A JSON-RPC 2.0 request, valid or not. */
export interface RpcRequest {
  /** as JSON; undefined for a notification, and for an id that JSON-RPC does not allow */
  readonly id: string | undefined
  readonly method: string
  readonly params: unknown
  /** why it is invalid; undefined if it is valid */
  readonly problem: string | undefined
}

/** The requests of a body: all of a batch, or the only one. */
export function requestsOf(parsed: ParsedBody): readonly RpcRequest[] {
  if (!('batch' in parsed)) {
    return [readRequest(parsed.request, () => numberId(parsed.text))]
  }
  const { batch, ids } = parsed
  return batch.map((request, index) => readRequest(request, () => ids[index]))
}

/** The members of a JSON object that may be a request. */
type Members = Readonly<Record<'jsonrpc' | 'method' | 'params' | 'id', unknown>>

/**
 * Reads a request that was parsed.
 *
 * @param numberIdText how the request's id is written, if that is a number
 */
export function readRequest(request: unknown, numberIdText: () => string | undefined): RpcRequest {
  const members = (typeof request === 'object' && request !== null ? request : {}) as Members
  return {
    id: idText(members.id, numberIdText),
    method: members.method as string,
    params: members.params,
    problem: findProblem(members),
  }
}

/** Why it is not a valid request (JSON-RPC 2.0, section 4); undefined if it is. */
function findProblem({ jsonrpc, method, params, id }: Members): string | undefined {
  if (jsonrpc !== '2.0') return 'jsonrpc must be "2.0"'
  if (typeof method !== 'string') return 'method must be a string'
  // As in geth, null counts as omitted.
  if (params !== undefined && typeof params !== 'object') {
    return 'params must be an array'
  }
  if (typeof id === 'boolean' || (typeof id === 'object' && id !== null)) {
    return 'id must be a number, a string or null'
  }
  return undefined
}

/** The id as JSON; undefined if it is missing, or if JSON-RPC does not allow it. */
function idText(id: unknown, numberIdText: () => string | undefined): string | undefined {
  if (typeof id === 'number') return numberIdText()
  return typeof id === 'string' || id === null ? JSON.stringify(id) : undefined
}
