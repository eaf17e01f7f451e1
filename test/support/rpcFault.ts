import type { AskedOfNode, Fault } from './faultyNode.ts'

/** A fault of a node that answers with an error. */
export function rpcFault(
  { id }: AskedOfNode,
  code: number,
  message: string,
  status?: number,
): Fault {
  const body = JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })
  return status === undefined ? { body } : { status, body }
}
