import { type Json, member, readJson } from './json.ts'
import type { PredictedAnswer, Prediction } from './oracle.ts'

/** The codes of docs/errors.md except -32603, which reports an internal error. */
const codes: ReadonlySet<number> = new Set([
  -32700, -32600, -32601, -32602, -32000, -32001, -32003, -32005,
])

/** The codes of calls that are refused or fail, which may have details. */
const codesOfCalls: ReadonlySet<number> = new Set([
  3,
  -32000,
  -32005,
  -32602,
  -32015,
  -32016,
  -38026,
  ...[10, 11, 12, 13, 14, 15, 20, 21, 22, 23, 24, 25].map((number) => -38000 - number),
])

/** Details that a message must not reveal: code, and its location. */
const inside = /\bat .*:\d+:\d+|node:internal|node_modules|\.[cm]?[jt]s:\d+|file:\/\//

/** Characters that end a line, or control a terminal. */
const notOfALine = /[\p{Cc}\u2028\u2029]/u

/**
 * Checks an answer against the prediction. Undefined stands for no answer.
 *
 * @throws {Error} which describes the difference
 */
export function checkAnswer(text: string | undefined, prediction: Prediction): void {
  if (prediction.kind === 'none') {
    require(text === undefined, 'a notification is answered')
    return
  }
  require(text !== undefined, 'there is no answer')
  const json = readJson(text as string)
  switch (prediction.kind) {
    case 'one':
      checkResponse(json, prediction.answer)
      break
    case 'oneOf': {
      const code = Number((member(member(json, 'error') as Json, 'code') as { text: string }).text)
      require(prediction.codes.includes(code), `${code} is none of ${prediction.codes}`)
      checkResponse(json, { id: undefined, outcome: code })
      break
    }
    case 'batch': {
      require(json.kind === 'array', 'a batch is answered by no array')
      const { items } = json as Json & { kind: 'array' }
      const { answers } = prediction
      require(items.length === answers.length, `${items.length} answers, want ${answers.length}`)
      items.forEach((item, place) => {
        checkResponse(item, answers[place] as PredictedAnswer)
      })
    }
  }
}

/** Checks a response against JSON-RPC 2.0, section 5, and the prediction. */
function checkResponse(json: Json, { id, outcome: wanted, exceptions }: PredictedAnswer): void {
  const code = Number((member(member(json, 'error') ?? json, 'code') as { text?: string })?.text)
  const outcome = exceptions?.includes(code) ? code : wanted
  const isError = outcome === 'any' ? member(json, 'error') !== undefined : outcome !== 'result'
  const kind = isError ? 'error' : 'result'
  requireMembers(json, ['id', 'jsonrpc', kind])
  require(isSame(member(json, 'jsonrpc'), { kind: 'string', value: '2.0' }), 'no version 2.0')
  require(isSame(member(json, 'id'), id ?? { kind: 'literal', value: null }), 'another id')
  if (outcome === 'any' && isError) checkErrorOfCall(member(json, 'error') as Json)
  else if (isError) checkError(member(json, 'error') as Json, outcome as number)
}

/** Checks the error of a method whose outcome is not predicted: it must not be an internal one. */
function checkErrorOfCall(error: Json): void {
  const code = Number((member(error, 'code') as { text?: string }).text)
  require(codesOfCalls.has(code), `${code} is no error of a call`)
  const members = member(error, 'data') === undefined ? [] : ['data']
  requireMembers(error, ['code', 'message', ...members])
  checkMessage(error)
}

/** Checks an error object: its message is one line, and reveals nothing about the server. */
function checkError(error: Json, outcome: number): void {
  requireMembers(error, ['code', 'message'])
  const code = member(error, 'code') as Json
  require(code.kind === 'number' && codes.has(Number(code.text)), 'a code that is not documented')
  require(isSame(code, { kind: 'number', text: String(outcome) }), `want ${outcome}`)
  checkMessage(error)
}

function checkMessage(error: Json): void {
  const message = member(error, 'message') as Json
  require(message.kind === 'string' && message.value !== '', 'no message')
  const { value } = message as Json & { kind: 'string' }
  require(!notOfALine.test(value), 'a message of several lines')
  require(!inside.test(value), 'a message that tells of the inside')
}

function requireMembers(json: Json, names: readonly string[]): void {
  require(json.kind === 'object', 'no object')
  const { members } = json as Json & { kind: 'object' }
  const have = members.map(([name]) => name).sort()
  require(have.join() === names.toSorted().join(), `members ${have}, want ${names}`)
}

function isSame(have: Json | undefined, want: Json): boolean {
  if (have?.kind === 'number' && want.kind === 'number') return have.text === want.text
  return (
    (have?.kind === 'string' || have?.kind === 'literal') &&
    have.kind === want.kind &&
    have.value === want.value
  )
}

function require(holds: boolean, problem: string): void {
  if (!holds) throw new Error(problem)
}
