import { OmmerError } from '../primitives/errors.ts'

/** Every way in which a request can fail, and the number that JSON-RPC clients know it by. */
const jsonRpcCodes = {
  PARSE_ERROR: -32700,
  INVALID_REQUEST: -32600,
  METHOD_NOT_FOUND: -32601,
  INVALID_PARAMS: -32602,
  INTERNAL_ERROR: -32603,
  /**
   * EIP-1474: what providers say to who asks too often. No method raises it by itself: it is for
   * endpoints that are told to fail as a provider would.
   */
  LIMIT_EXCEEDED: -32005,
  /** of the range that JSON-RPC leaves to servers */
  INVALID_API_KEY: -32001,
} as const

export type RequestErrorCode = keyof typeof jsonRpcCodes

/** A request cannot be answered; the message is for the client to read. */
export class RequestError extends OmmerError {
  declare readonly code: RequestErrorCode

  constructor(code: RequestErrorCode, message: string) {
    super(code, message)
  }
}

/** The `error` member of a JSON-RPC response. */
export interface ErrorObject {
  readonly code: number
  readonly message: string
}

/**
 * What a client is told of a failure. An error that is not a `RequestError` is ours and says
 * nothing of itself.
 */
export function toErrorObject(error: unknown): ErrorObject {
  return error instanceof RequestError
    ? { code: jsonRpcCodes[error.code], message: inOneLine(error.message) }
    : { code: jsonRpcCodes.INTERNAL_ERROR, message: 'internal error' }
}

/** A message may quote what a client has sent, and clients write messages to logs. */
function inOneLine(message: string): string {
  return message.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
}
