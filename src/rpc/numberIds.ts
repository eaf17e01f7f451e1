/**
 * Finds how the number ids of a request, or of a batch of them, are written. `JSON.parse` makes of
 * 12345678901234567890 and 1e3 the nearest double, from which the text cannot be had again; and a
 * client with better numbers would not know its id.
 *
 * @param text JSON; of any other text the answer means nothing, but there is one
 * @param requestsMax how many a batch may have
 * @returns the text of each id, at its request's place in the batch; nothing there for an id that
 *   is no number. Undefined where the batch has too many requests
 * @throws {SyntaxError} in some cases where it is no JSON
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
          // As in JSON.parse, the last of several counts.
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

/** Whether a text is an array, if it is JSON at all. */
export function looksLikeBatch(text: string): boolean {
  return /^\s*\[/.test(text)
}

/**
 * The text of a request's id that is a number.
 *
 * @param text valid JSON
 * @param id what `JSON.parse` made of it
 */
export function numberId(text: string, id: number): string | undefined {
  // As most clients begin. Where the member comes twice, the last counts: but what is equal is as good.
  const start = usualStart.exec(text)?.[1]
  return start !== undefined && Number(start) === id ? start : numberIds(text)?.[0]
}

const usualStart = /^\{"jsonrpc":"2\.0","id":([1-9]\d{0,14}),/

/**
 * @param start where its opening quote is @returns where the character after its closing quote is
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

/** The text of a number that is a member's value, and undefined for all else. */
function numberAfterColon(text: string, at: number): string | undefined {
  colonAndNumber.lastIndex = at
  return colonAndNumber.exec(text)?.[1]
}

const colonAndNumber = /\s*:\s*([-+.\deE]+)/y
