import { isUtf8 } from 'node:buffer'
import { type Json, member, readJson } from './json.ts'
import { areParamsRight, errorsOfMethods, methods } from './methodSignatures.ts'

/** One answer: its id, and its possible outcomes: a result, an error with this code, or either. */
export interface PredictedAnswer {
  /** undefined for null */
  readonly id: Json | undefined
  readonly outcome: 'result' | 'any' | number
  /** possible errors instead of a result, which depend on the chain */
  readonly exceptions?: readonly number[]
}

export type Prediction =
  | { readonly kind: 'none' }
  | { readonly kind: 'one'; readonly answer: PredictedAnswer }
  | { readonly kind: 'batch'; readonly answers: readonly PredictedAnswer[] }
  /** any of these errors, without an id: which one depends on how far the server reads */
  | { readonly kind: 'oneOf'; readonly codes: readonly number[] }

/** The answer to a body according to JSON-RPC 2.0 and docs/errors.md. It shares no code with the server. */
export function predict(body: Buffer, batchSizeMax: number): Prediction {
  const text = body.toString().replace(/^\uFEFF/, '') // a byte order mark, which readers may ignore (RFC 8259, 8.1)
  let json: Json
  try {
    if (!isUtf8(body)) throw new SyntaxError('no UTF-8')
    json = readJson(text)
  } catch {
    // The server can refuse a large batch before it has read its end.
    const mayBeTooLarge = isUtf8(body) && text.split(',').length > batchSizeMax
    return mayBeTooLarge ? { kind: 'oneOf', codes: [-32700, -32600] } : error(-32700)
  }
  if (json.kind !== 'array') {
    const answer = predictOne(json)
    return answer === undefined ? { kind: 'none' } : { kind: 'one', answer }
  }
  if (json.items.length === 0 || json.items.length > batchSizeMax) return error(-32600)
  const answers = json.items.map(predictOne).filter((answer) => answer !== undefined)
  return answers.length === 0 ? { kind: 'none' } : { kind: 'batch', answers }
}

function error(code: number): Prediction {
  return { kind: 'one', answer: { id: undefined, outcome: code } }
}

/** undefined for a notification */
function predictOne(request: Json): PredictedAnswer | undefined {
  const version = member(request, 'jsonrpc')
  const method = member(request, 'method')
  const params = member(request, 'params')
  const givenId = member(request, 'id')
  const id = givenId !== undefined && isId(givenId) ? givenId : undefined
  const isRequest =
    version?.kind === 'string' &&
    version.value === '2.0' &&
    method?.kind === 'string' &&
    (isLeftOut(params) || params?.kind === 'array' || params?.kind === 'object') &&
    (givenId === undefined || isId(givenId))
  if (!isRequest) return { id, outcome: -32600 }
  if (givenId === undefined) return undefined
  const signature = methods.get(method.value)
  if (signature === undefined) return { id, outcome: -32601 }
  const given = isLeftOut(params) ? undefined : params
  const isRight = areParamsRight(given ?? { kind: 'array', items: [] }, signature)
  if (isRight === undefined) return { id, outcome: 'any' }
  if (!isRight) return { id, outcome: -32602 }
  return { id, outcome: 'result', exceptions: errorsOfMethods.get(method.value) ?? [] }
}

function isLeftOut(json: Json | undefined): boolean {
  return json === undefined || (json.kind === 'literal' && json.value === null)
}

function isId(json: Json): boolean {
  return (
    json.kind === 'number' ||
    json.kind === 'string' ||
    (json.kind === 'literal' && json.value === null)
  )
}
