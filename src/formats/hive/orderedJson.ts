import { endOfString } from '../../primitives/boundedJson.ts'
import { parseJson } from '../folder/readFiles.ts'
import type { ResolvedLoadLimits } from '../loadLimits.ts'

/** A JSON object with its members in the order of the text, even if several have the same name. */
export class JsonObject {
  readonly members: (readonly [name: string, value: unknown])[] = []
}

/** A JSON number as it is written: `JSON.parse` rounds those above 2^53, and reads 1.0, 1e3 and -0 as whole numbers. */
export class JsonNumber {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** A JSON string that is written with escapes. */
export class EscapedString {
  readonly value: string

  constructor(value: string) {
    this.value = value
  }
}

/** A number, a boolean or null. */
const SCALAR = /[^\s{}[\]":,]+/y

/**
 * Parses JSON without losing how it is written. Like Go's decoder, which geth uses, ignores what follows the first
 * object.
 *
 * @param path of the file, for errors
 * @returns null, booleans, strings and arrays as `JSON.parse` does; `JsonObject`, `JsonNumber` or `EscapedString`
 * @throws {FixtureError} if the text is not JSON, or exceeds the limits
 */
export function parseOrderedJson(path: string, text: string, limits: ResolvedLoadLimits): unknown {
  const first = text.slice(0, endOfFirst(text))
  parseJson(path, first, limits)
  return build(first)
}

/** @returns the index after the first object or array */
function endOfFirst(text: string): number {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '"') at = endOfString(text, at + 1)
    else if (sign === '{' || sign === '[') depth++
    else if ((sign === '}' || sign === ']') && --depth <= 0) return at + 1
  }
  return text.length
}

/** @param text valid JSON */
function build(text: string): unknown {
  const root: unknown[] = []
  const open: (JsonObject | unknown[])[] = [root]
  let name: string | undefined
  let end = 0
  for (let at = 0; at < text.length; at = end) {
    const sign = text[at] as string
    end = endOfToken(text, at, sign)
    if (' \t\r\n:,'.includes(sign)) continue
    if (sign === '}' || sign === ']') {
      open.pop()
      continue
    }
    const value = parseToken(text.slice(at, end))
    const parent = open.at(-1)
    if (parent instanceof JsonObject && name === undefined) {
      name = value instanceof EscapedString ? value.value : String(value)
      continue
    }
    if (parent instanceof JsonObject) parent.members.push([name as string, value])
    else parent?.push(value)
    name = undefined
    if (sign === '{' || sign === '[') open.push(value as JsonObject | unknown[])
  }
  return root[0]
}

/** @param sign with which the token begins */
function endOfToken(text: string, at: number, sign: string): number {
  if (sign === '"') return endOfString(text, at + 1) + 1
  SCALAR.lastIndex = at
  return SCALAR.test(text) ? SCALAR.lastIndex : at + 1
}

function parseToken(token: string): unknown {
  if (token === '{') return new JsonObject()
  if (token === '[') return []
  if (/^[-\d]/.test(token)) return new JsonNumber(token)
  const value = JSON.parse(token)
  return token.includes('\\') ? new EscapedString(value) : value
}
