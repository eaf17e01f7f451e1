import { type ErrorObject, RequestError, type RequestErrorCode, toErrorObject } from '../errors.ts'

/** Without the errors of methods that the document does not describe. */
type DescribedError = Exclude<RequestErrorCode, 'UNKNOWN_SUBSCRIPTION'>

/** Each error in a few words; the message of a response says more. Some are answered before any method is called. */
const meanings: Readonly<Record<DescribedError, string>> = {
  PARSE_ERROR: 'the body is not JSON',
  INVALID_REQUEST: 'not a request, or not a batch of them',
  METHOD_NOT_FOUND: 'no such method',
  INVALID_PARAMS: 'wrong parameters',
  INTERNAL_ERROR: 'internal error',
  LIMIT_EXCEEDED: 'more than is allowed',
  UNKNOWN_BLOCK: 'unknown block',
  RESOURCE_NOT_FOUND: 'no access list',
  PRUNED: 'pruned',
  UNKNOWN_FILTER: 'filter not found',
  SERVER_ERROR: 'server error',
  EXECUTION_REVERTED: 'execution reverted',
  CALL_FAILED: 'the call failed',
  OPERATION_REFUSED: 'the operation is refused',
  NOT_INCLUDED: 'no block had the transaction in time',
  ANSWER_TOO_LARGE: 'the answer would be too large',
  CLIENT_LIMIT_EXCEEDED: 'more than a method allows',
  INVALID_API_KEY: 'invalid API key',
}

/** Every error of the service. */
export const errorComponents: Readonly<Record<string, ErrorObject>> = Object.fromEntries(
  Object.entries(meanings).map(([code, meaning]) => [
    code,
    toErrorObject(new RequestError(code as RequestErrorCode, meaning)),
  ]),
)

/** The errors that every method can answer. */
export const commonErrors = [
  'INVALID_PARAMS',
  'INTERNAL_ERROR',
  'LIMIT_EXCEEDED',
  'ANSWER_TOO_LARGE',
] as const satisfies readonly RequestErrorCode[]
