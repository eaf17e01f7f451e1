/**
 * Extracts a member's value from the text of a JSON object, exactly as it was written: parsing and writing it again
 * would change numbers beyond 2^53 and drop repeated names.
 *
 * Written by hand because `JSON.parse` gives access to the source text only from Node 22 on, and only to that of
 * strings, numbers and the like, while a tokenizer such as jsonc-parser's creates an object for each token of up to
 * 64 MiB.
 *
 * @param json an object that `JSON.parse` accepts
 * @returns the value of the last member of that name, which is the one that `JSON.parse` returns; undefined if none
 */
export function memberText(json: string, name: string): string | undefined {
  let value: string | undefined
  let at = skipSpace(json, skipSpace(json, 0) + 1)
  while (json[at] === '"') {
    const keyEnd = endOfString(json, at)
    const key: unknown = JSON.parse(json.slice(at, keyEnd))
    const start = skipSpace(json, skipSpace(json, keyEnd) + 1)
    const end = endOfValue(json, start)
    if (key === name) value = json.slice(start, end)
    const next = skipSpace(json, end)
    at = json[next] === ',' ? skipSpace(json, next + 1) : next
  }
  return value
}

function skipSpace(json: string, from: number): number {
  let at = from
  while (' \t\r\n'.includes(json[at] ?? '#')) at++
  return at
}

/** @param from index of the opening quote */
function endOfString(json: string, from: number): number {
  for (let at = from + 1; ; at++) {
    const quote = json.indexOf('"', at)
    let backslashes = 0
    while (json[quote - 1 - backslashes] === '\\') backslashes++
    if (backslashes % 2 === 0) return quote + 1
    at = quote
  }
}

function endOfValue(json: string, from: number): number {
  let depth = 0
  for (let at = from; ; ) {
    const character = json[at]
    if (character === '"') at = endOfString(json, at)
    else at++
    if (character === '{' || character === '[') depth++
    else if (character === '}' || character === ']') depth--
    else if (depth === 0 && character !== '"') {
      // A number, true, false or null has no closing character.
      while (/[\w.+-]/.test(json[at] ?? '')) at++
    }
    if (depth === 0) return at
  }
}
