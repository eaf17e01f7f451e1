import type { RpcRequest } from './rpcRequest.ts'

/** The methods that send a transaction and answer with its hash. */
const sends: ReadonlySet<string> = new Set([
  ...['eth_sendRawTransaction', 'eth_sendTransaction', 'eth_sendUnsignedTransaction'],
])

function isSend(request: RpcRequest | undefined): boolean {
  return request !== undefined && sends.has(request.method)
}

/** Whether a request sends one of several transactions that follow one another in a batch: they are mined together. */
export function isJoined(batch: readonly RpcRequest[], index: number): boolean {
  return isSend(batch[index]) && (isSend(batch[index - 1]) || isSend(batch[index + 1]))
}

/** Whether a request sends the last one of them. */
export function isLastJoined(batch: readonly RpcRequest[], index: number): boolean {
  return isSend(batch[index]) && isSend(batch[index - 1]) && !isSend(batch[index + 1])
}
