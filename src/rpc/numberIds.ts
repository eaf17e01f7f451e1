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
  let depth = 0
  let request = 0
  let at = 0
  while (at < text.length) {
    switch (text[at]) {
      case '{':
      case '[':
        depth++
        break
      case '}':
      case ']':
        depth--
        break
      case ',':
        if (isBatch && depth === 1 && ++request === requestsMax) return undefined
        break
      case '"': {
        const end = endOfString(text, at)
        if (depth === requestDepth && isIdKey(text.slice(at, end))) {
          const id = numberAfterColon(text, end)
          // As in JSON.parse, the last of several `id` members counts.
          if (id !== undefined) ids[request] = id
        }
        at = end
        continue
      }
    }
    at++
  }
  return ids
}

/** Whether a text is an array, provided that it is JSON. */
export function looksLikeBatch(text: string): boolean {
  return /^\s*\[/.test(text)
}

/**
 * The text of a request's id that is a number.
 *
 * @param text valid JSON
 * @param id as `JSON.parse` returns it
 */
export function numberId(text: string, id: number): string | undefined {
  // Most clients write the id here. If `id` occurs twice the last counts, but the first will do if it is equal.
  const start = usualStart.exec(text)?.[1]
  return start !== undefined && Number(start) === id ? start : numberIds(text)?.[0]
}

const usualStart = /^\{"jsonrpc":"2\.0","id":([1-9]\d{0,14}),/

/**
 * @param start index of the opening quote
 * @returns the index after the closing quote
 */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end === -1 ? text.length : end + 1
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0
  while (text[at - 1 - backslashes] === '\\') backslashes++
  return backslashes % 2 === 1
}

function isIdKey(string: string): boolean {
  return string === '"id"' || (string.includes('\\') && JSON.parse(string) === 'id')
}

/** The text of a member's value that is a number; undefined for any other value. */
function numberAfterColon(text: string, at: number): string | undefined {
  colonAndNumber.lastIndex = at
  return colonAndNumber.exec(text)?.[1]
}

const colonAndNumber = /\s*:\s*([-+.\deE]+)/y
