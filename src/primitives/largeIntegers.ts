import { endOfString } from './boundedJson.ts'

/** Shorter integers are at most 2^53 - 1, which `JSON.parse` reads exactly. */
const DIGITS_MIN = 16

const number = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const integer = /^-?(?:0|[1-9]\d*)$/

/**
 * Puts integers that `JSON.parse` would round in quotes.
 *
 * @param json for any other text the result is meaningless
 * @param depthMin how many objects and arrays must be around an integer
 */
export function quoteLargeIntegers(json: string, depthMin: number): string {
  let quoted = ''
  let copied = 0
  let depth = 0
  for (let at = 0; at < json.length; at++) {
    const character = json.charAt(at)
    if (character === '"') at = endOfString(json, at + 1)
    else if (character === '{' || character === '[') depth++
    else if (character === '}' || character === ']') depth--
    else if (/[-\d]/.test(character)) {
      number.lastIndex = at
      const [text = character] = number.exec(json) ?? []
      if (depth >= depthMin && isLarge(text)) {
        quoted += `${json.slice(copied, at)}"${text}"`
        copied = at + text.length
      }
      at += text.length - 1
    }
  }
  return quoted + json.slice(copied)
}

function isLarge(text: string): boolean {
  return text.length >= DIGITS_MIN && integer.test(text) && !Number.isSafeInteger(Number(text))
}
