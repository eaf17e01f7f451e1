import { RpcRequestError } from './rpcRequestError.ts'

/** Codes for an unknown method: of JSON-RPC 2.0, of EIP-1474 (Hardhat), and of Ganache, which sends a parse error. */
const METHOD_NOT_FOUND = [-32601, -32004, -32700]

/** Whether a request failed because the node does not have the method. */
export function isMissingMethod(error: unknown): boolean {
  return error instanceof RpcRequestError && METHOD_NOT_FOUND.includes(error.rpcCode ?? 0)
}
