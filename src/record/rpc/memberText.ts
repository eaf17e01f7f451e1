/**
 * Cuts a member's value out of the text of a JSON object, so that it can be kept as it came: parsed and written again,
 * numbers beyond 2^53 and repeated names would be others.
 *
 * @param json an object that `JSON.parse` accepts
 * @returns the last one of that name, which is the one that `JSON.parse` takes; undefined where there is none
 */
export function memberText(json: string, name: string): string | undefined {
  let found: string | undefined
  let at = skipSpace(json, skipSpace(json, 0) + 1)
  while (json[at] === '"') {
    const keyEnd = endOfString(json, at)
    const key: unknown = JSON.parse(json.slice(at, keyEnd))
    const start = skipSpace(json, skipSpace(json, keyEnd) + 1)
    const end = endOfValue(json, start)
    if (key === name) found = json.slice(start, end)
    const next = skipSpace(json, end)
    at = json[next] === ',' ? skipSpace(json, next + 1) : next
  }
  return found
}

function skipSpace(json: string, from: number): number {
  let at = from
  while (' \t\r\n'.includes(json[at] ?? '#')) at++
  return at
}

/** @param from where the opening quote is */
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
      // A number, true, false or null: it has no end of its own.
      while (/[\w.+-]/.test(json[at] ?? '')) at++
    }
    if (depth === 0) return at
  }
}
