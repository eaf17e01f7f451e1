import { encodeError } from './answer.ts'
import { type RequestError, toErrorObject } from './errors.ts'
import { type Reply, respond } from './reply.ts'

/** The reply to a body whose ids cannot be read. */
export function errorReply(error: RequestError): Reply {
  return respond('null', encodeError(toErrorObject(error)))
}
