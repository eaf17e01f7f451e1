import { OmmerError } from '../../primitives/errors.ts'
import { type Answer, encodeResult } from '../answer.ts'
import { RequestError } from '../errors.ts'
import type { ControlContext, ControlMethod } from './controlMethod.ts'
import { decodeParameters } from './params/decodeParameters.ts'

/** The codes of errors about the arguments alone: all others depend on the state of an endpoint or of the server. */
const argumentCodes: ReadonlySet<string> = new Set([
  'INVALID_ARGUMENT',
  'INVALID_FAULT',
  'INVALID_KEY',
  'INVALID_OPTION',
  'INVALID_OPTIONS',
])

/**
 * Calls a control method.
 *
 * @param params as received
 * @throws {RequestError}
 */
export async function callControlMethod(
  method: ControlMethod,
  params: unknown,
  context: ControlContext,
): Promise<Answer> {
  // By name, as alloy sends some: an object in place of the list.
  const given = params ?? []
  const list = Array.isArray(given) ? given : [given]
  try {
    const result = await method.call(decodeParameters(method.parameters, list, context), context)
    return encodeResult(result ?? null)
  } catch (error) {
    if (error instanceof RequestError || !(error instanceof OmmerError)) throw error
    const { code, message } = error
    const kind = argumentCodes.has(code) ? 'INVALID_PARAMS' : 'OPERATION_REFUSED'
    throw new RequestError(kind, message, { code })
  }
}
