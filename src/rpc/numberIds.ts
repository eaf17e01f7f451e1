/**
 * Finds the text of the ids that are numbers, in a request or a batch. `JSON.parse` turns 12345678901234567890 and 1e3
 * into the nearest double, which does not say how the id was written; a client with exact numbers would not recognize it.
 *
 * @param text JSON; for any other text the result is meaningless
 * @param requestsMax how many requests a batch may have
 * @returns the text of each id at the index of its request, with holes for ids that are not numbers; undefined where the
 *   batch has too many requests
 * @throws {SyntaxError} for some texts that are not JSON
 */
export function numberIds(
  text: string,
  requestsMax = Number.POSITIVE_INFINITY,
): string[] | undefined {
  const ids: string[] = []
  const isBatch = looksLikeBatch(text)
  const requestDepth = isBatch ? 2 : 1
  // V8 would repeat `includes` at each use.
  const hasEscapes = /\\/.test(text)
  let depth = 0
  let request = 0
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case OPENING_BRACE:
      case OPENING_BRACKET:
        depth++
        break
      case CLOSING_BRACE:
      case CLOSING_BRACKET:
        depth--
        break
      case COMMA:
        if (isBatch && depth === 1 && ++request === requestsMax) return undefined
        break
      case QUOTE: {
        const end = endOfString(text, at, hasEscapes)
        if (depth === requestDepth && isIdKey(text, at, end, hasEscapes)) {
          const id = numberAfterColon(text, end)
          // As in JSON.parse, the last of several `id` members counts.
          if (id !== undefined) ids[request] = id
        }
        at = end - 1
      }
    }
  }
  return ids
}

const codeOf = (character: string) => character.charCodeAt(0)
const OPENING_BRACE = codeOf('{')
const OPENING_BRACKET = codeOf('[')
const CLOSING_BRACE = codeOf('}')
const CLOSING_BRACKET = codeOf(']')
const COMMA = codeOf(',')
const QUOTE = codeOf('"')
const BACKSLASH = codeOf('\\')

/** Whether a text is an array, provided that it is JSON. */
export function looksLikeBatch(text: string): boolean {
  return /^\s*\[/.test(text)
}

/**
 * The text of a request's id that is a number.
 *
 * @param text valid JSON, of a request with an id that is a number
 */
export function numberId(text: string): string | undefined {
  // Without escapes each `"id"` is a whole string, and the only one of a request that has an id is its key.
  const only = text.indexOf(ID_KEY)
  const isOnly = only === text.lastIndexOf(ID_KEY) && !text.includes('\\')
  return isOnly ? numberAfterColon(text, only + ID_KEY.length) : numberIds(text)?.[0]
}

const ID_KEY = '"id"'

/**
 * @param start index of the opening quote
 * @param hasEscapes whether the text has a backslash anywhere
 * @returns the index after the closing quote
 */
function endOfString(text: string, start: number, hasEscapes: boolean): number {
  let end = text.indexOf('"', start + 1)
  if (hasEscapes) while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end === -1 ? text.length : end + 1
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0
  while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++
  return backslashes % 2 === 1
}

/** Whether the string between two indexes, quotes included, is the name `id`. */
function isIdKey(text: string, start: number, end: number, hasEscapes: boolean): boolean {
  if (end - start === ID_KEY.length) return text[start + 1] === 'i' && text[start + 2] === 'd'
  if (!hasEscapes) return false
  const string = text.slice(start, end)
  return string.includes('\\') && JSON.parse(string) === 'id'
}

/** The text of a member's value that is a number; undefined for any other value. */
function numberAfterColon(text: string, at: number): string | undefined {
  colonAndNumber.lastIndex = at
  return colonAndNumber.exec(text)?.[1]
}

const colonAndNumber = /\s*:\s*([-+.\deE]+)/y
