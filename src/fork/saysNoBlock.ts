import { messageOf } from '../primitives/errors.ts'
import type { RpcRequestError } from '../record/rpc/rpcRequestError.ts'

/** Unknown block (execution-apis). */
const UNKNOWN_BLOCK = -39001

const NO_BLOCK =
  /\b(?:header|block)\b.*\bnot found|unknown block|\b(?:not supported|unsupported)\b|invalid (?:argument|block|tag|param)/i

/** Whether a node says that it has no such block, or does not know the tag. */
export function saysNoBlock({ rpcCode, cause }: RpcRequestError): boolean {
  return rpcCode === UNKNOWN_BLOCK || NO_BLOCK.test(messageOf(cause))
}
