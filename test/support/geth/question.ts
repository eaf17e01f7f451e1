/** The values of the placeholders on a chain. */
export interface Landmarks {
  /** number of the head, QUANTITY */
  readonly $head: string
  /** one above the head, QUANTITY */
  readonly $beyond: string
  /** of the head */
  readonly $hash: string
  /** of a block of another branch */
  readonly $sideHash: string
  /** hash of a transaction of the canonical chain */
  readonly $transaction: string
}

/** A request, its params as JSON values with placeholders; undefined if it has none. */
export interface Question {
  readonly method: string
  readonly params: unknown
  /** sent over WebSocket instead of HTTP */
  readonly socket?: true
}

/**
 * Every method with each value for each of its parameters, and with too few and too many params.
 *
 * @param methods with the kinds of their parameters
 * @param valid an argument for each kind
 */
export function methodQuestions<Kind extends string>(
  methods: Readonly<Record<string, readonly Kind[]>>,
  values: Readonly<Record<Kind, readonly unknown[]>>,
  valid: Readonly<Record<Kind, unknown>>,
): Question[] {
  return Object.entries(methods).flatMap(([method, kinds]) => {
    const good = kinds.map((kind) => valid[kind])
    return [
      ...kinds.flatMap((kind, at) => values[kind].map((value) => good.with(at, value))),
      ...good.map((_, count) => good.slice(0, count)),
      ...['extra', null].map((extra) => [...good, extra]),
      undefined,
      null,
      {},
      { x: 1 },
      // Both are wrong: the error names the first.
      ...(kinds.length > 1 ? [['wrong', 'wrong', 'extra'], ['wrong']] : []),
    ].map((params) => ({ method, params }))
  })
}

/** A request as a line of text, which is its name. */
export function nameOf({ method, params, socket }: Question): string {
  const text = params === undefined ? '' : ` ${JSON.stringify(params)}`
  return `${socket ? 'WebSocket ' : ''}${method}${text.length > 400 ? shorten(text) : text}`
}

/** Writes a list of a thousand as its length. */
function shorten(text: string): string {
  return `${text.slice(0, 60)}… of ${text.length} characters${text.slice(-40)}`
}

/** A request with the chain's values in place of the placeholders. */
export function requestOf({ method, params }: Question, landmarks: Landmarks, id: number): string {
  const body = JSON.stringify({ jsonrpc: '2.0', id, method, params })
  return body.replace(/\$[a-zA-Z]+/g, (name) => landmarks[name as keyof Landmarks])
}

/** The response to a request. */
export interface Response {
  readonly id: number
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string }
}

/** The stored part of an answer: its error, or whether something was found. */
export function kindOf({ result, error }: Response): string {
  if (error !== undefined) return `${error.code} ${error.message}`
  return result === null ? 'null' : 'a result'
}
