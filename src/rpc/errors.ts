import type { ErrorValues } from '../endpoint/dialects/words.ts'
import { OmmerError } from '../primitives/errors.ts'
import { inOneLine } from '../primitives/inOneLine.ts'

/** Every way in which a request can fail, and its JSON-RPC code. */
const jsonRpcCodes = {
  PARSE_ERROR: -32700,
  INVALID_REQUEST: -32600,
  METHOD_NOT_FOUND: -32601,
  INVALID_PARAMS: -32602,
  INTERNAL_ERROR: -32603,
  /** EIP-1474: the request exceeds a limit */
  LIMIT_EXCEEDED: -32005,
  /** a block does not exist: in geth an error without a code of its own (EIP-1474) */
  UNKNOWN_BLOCK: -32000,
  /** any other error that has no code of its own in geth */
  SERVER_ERROR: -32000,
  /** geth's: a contract reverted the call, whose `data` is what it reverted with */
  EXECUTION_REVERTED: 3,
  /** geth's, for a transaction that no block had in time; its `data` is the hash (EIP-7966) */
  NOT_INCLUDED: 4,
  /** a call failed in another way, or cannot be run; geth has more codes for `eth_simulateV1` */
  CALL_FAILED: -32000,
  /** geth's, for a subscription that does not exist */
  UNKNOWN_SUBSCRIPTION: -32000,
  /** geth's, for a filter that does not exist, or does not exist any more */
  UNKNOWN_FILTER: -32000,
  /** a control method cannot do what was requested; `data.code` says why */
  OPERATION_REFUSED: -32000,
  /** geth's, for a response or batch of responses that is larger than the server sends */
  ANSWER_TOO_LARGE: -32003,
  /** geth's, for a request that is larger than a method allows */
  CLIENT_LIMIT_EXCEEDED: -38026,
  /** a block has no access list (execution-apis) */
  RESOURCE_NOT_FOUND: -32001,
  /** what a block accesses (execution-apis), or the content of blobs, is not known */
  PRUNED: 4444,
  /** from the range that JSON-RPC reserves for servers */
  INVALID_API_KEY: -32001,
} as const

export type RequestErrorCode = keyof typeof jsonRpcCodes

/** A request cannot be answered. The client gets the message. */
export class RequestError extends OmmerError {
  declare readonly code: RequestErrorCode
  /** details for programs, as plain JSON values */
  readonly data: unknown
  /** the `code` member of the response */
  readonly jsonRpcCode: number
  /** the status of an HTTP response to this request alone */
  readonly status: number
  /** values for the words of dialects that the message does not have */
  values: ErrorValues | undefined

  /**
   * @param jsonRpcCode default: that of `code`
   * @param status default 200
   */
  constructor(
    code: RequestErrorCode,
    message: string,
    data?: unknown,
    jsonRpcCode: number = jsonRpcCodes[code],
    status = 200,
  ) {
    super(code, message)
    this.data = data
    this.jsonRpcCode = jsonRpcCode
    this.status = status
  }

  /** Adds values for the words of dialects. */
  with(values: ErrorValues): this {
    this.values = { ...this.values, ...values }
    return this
  }
}

/** An error that has no code of its own in geth. */
export function serverError(message: string): RequestError {
  return new RequestError('SERVER_ERROR', message)
}

/** In geth's words. */
export function answerTooLarge(bytesMax: number): RequestError {
  return new RequestError('ANSWER_TOO_LARGE', `response too large: at most ${bytesMax} bytes`)
}

/** The `error` member of a JSON-RPC response. */
export interface ErrorObject {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

/** The error that a client gets. Any error but a `RequestError` is a bug in the server, and the client learns nothing of it. */
export function toErrorObject(error: unknown): ErrorObject {
  if (!(error instanceof RequestError)) {
    return { code: jsonRpcCodes.INTERNAL_ERROR, message: 'internal error' }
  }
  const { code, data, jsonRpcCode } = error
  // The message may quote what the client sent, and clients write messages to logs. A reason for a revert comes from a
  // contract, and clients compare it.
  const message = code === 'EXECUTION_REVERTED' ? error.message : inOneLine(error.message)
  return { code: jsonRpcCode, message, ...(data !== undefined && { data }) }
}
