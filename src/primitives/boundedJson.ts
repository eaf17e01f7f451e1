/** JSON from an untrusted source that is valid but too large or nested too deeply. */
export class JsonBoundsError extends Error {}

/** Blocks and answers are nested a few levels deep. `JSON.stringify` fails at some thousands. */
const DEPTH_MAX = 500

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d]

/**
 * Parses untrusted JSON. A text of tiny values such as `{},{},…` takes twenty times its size once parsed, so the values
 * are counted first.
 *
 * @param valuesMax how many arrays, objects and members it may have
 * @throws {JsonBoundsError} if it has more, or is nested too deeply
 * @throws {SyntaxError} if it is not JSON
 */
export function parseBoundedJson(text: string, valuesMax: number): unknown {
  requireBounds(text, valuesMax)
  return JSON.parse(text)
}

function requireBounds(text: string, valuesMax: number): void {
  // A value takes at least two characters.
  if (text.length <= 2 * valuesMax && hasFewLevels(text)) return
  let values = 0
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at + 1)
        continue
      case OPEN_OBJECT:
      case OPEN_LIST:
        if (++depth > DEPTH_MAX) throw new JsonBoundsError('it is nested too deeply')
        values++
        break
      case COMMA:
        values++
        break
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        depth--
        break
      default:
        continue
    }
    if (values > valuesMax) throw new JsonBoundsError(`it has more than ${valuesMax} values`)
  }
}

/** Whether a text has too few brackets to be nested too deeply: nearly all have, and to count them takes little time. */
function hasFewLevels(text: string): boolean {
  let left = DEPTH_MAX
  for (const bracket of ['{', '[']) {
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) {
      if (--left < 0) return false
    }
  }
  return true
}

/** @returns the index of the closing quote, or the end of the text if there is none */
export function endOfString(text: string, from: number): number {
  for (let at = from; ; at++) {
    at = text.indexOf('"', at)
    if (at === -1) return text.length
    let backslashes = 0
    while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++
    if (backslashes % 2 === 0) return at
  }
}
