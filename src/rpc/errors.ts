import { OmmerError } from '../primitives/errors.ts'
import { inOneLine } from '../primitives/inOneLine.ts'

/** Every way in which a request can fail, and the number that JSON-RPC clients know it by. */
const jsonRpcCodes = {
  PARSE_ERROR: -32700,
  INVALID_REQUEST: -32600,
  METHOD_NOT_FOUND: -32601,
  INVALID_PARAMS: -32602,
  INTERNAL_ERROR: -32603,
  /** EIP-1474: what providers say to who asks for too much */
  LIMIT_EXCEEDED: -32005,
  /** a block does not exist: for geth an error that has no code of its own (EIP-1474) */
  UNKNOWN_BLOCK: -32000,
  /** any other error to which geth gives no code of its own */
  SERVER_ERROR: -32000,
  /** as geth says of a subscription that there is not */
  UNKNOWN_SUBSCRIPTION: -32000,
  /** a control method cannot do what it is asked; `data.code` says why */
  OPERATION_REFUSED: -32000,
  /** geth's: an answer, or those of a batch together, would be larger than the server sends */
  ANSWER_TOO_LARGE: -32003,
  /** of the range that JSON-RPC leaves to servers */
  INVALID_API_KEY: -32001,
} as const

export type RequestErrorCode = keyof typeof jsonRpcCodes

/** A request cannot be answered; the message is for the client to read. */
export class RequestError extends OmmerError {
  declare readonly code: RequestErrorCode
  /** what a program may read of it, as plain JSON values */
  readonly data: unknown

  constructor(code: RequestErrorCode, message: string, data?: unknown) {
    super(code, message)
    this.data = data
  }
}

/** The `error` member of a JSON-RPC response. */
export interface ErrorObject {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

/**
 * What a client is told of a failure. An error that is not a `RequestError` is ours and says
 * nothing of itself.
 */
export function toErrorObject(error: unknown): ErrorObject {
  if (!(error instanceof RequestError)) {
    return { code: jsonRpcCodes.INTERNAL_ERROR, message: 'internal error' }
  }
  const { code, data } = error
  // It may quote what a client has sent, and clients write messages to logs.
  const message = inOneLine(error.message)
  return { code: jsonRpcCodes[code], message, ...(data !== undefined && { data }) }
}
