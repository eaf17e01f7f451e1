/**
 * A JSON value as written: numbers keep their text, objects every member. It does not use `JSON.parse`, which the
 * server itself uses.
 */
export type Json =
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'literal'; readonly value: boolean | null }
  | { readonly kind: 'array'; readonly items: readonly Json[] }
  | { readonly kind: 'object'; readonly members: readonly (readonly [string, Json])[] }

/** RFC 8259, 6 */
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y
/** RFC 8259, 7 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is these that a string may not have
const string = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y
const literal = /true|false|null/y
const space = /[ \t\n\r]*/y
const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

/** An array or an object whose end has not been read. */
type Open =
  | { readonly kind: 'array'; readonly items: Json[] }
  | { readonly kind: 'object'; readonly members: [string, Json][]; key: string }

/**
 * Reads a JSON text by RFC 8259 alone. It is not recursive, so that no depth is too deep.
 *
 * @throws {SyntaxError}
 */
export function readJson(text: string): Json {
  const open: Open[] = []
  let at = 0

  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    const taken = pattern.exec(text)?.[0]
    at += taken?.length ?? 0
    return taken
  }
  const takeCharacter = (character: string): boolean => {
    take(space)
    if (text[at] !== character) return false
    at++
    return true
  }
  const require = (holds: boolean): void => {
    if (!holds) throw new SyntaxError(`no JSON at ${at}`)
  }
  const takeKey = (): string => {
    take(space)
    const key = takeString(take)
    require(key !== undefined && takeCharacter(':'))
    return key as string
  }
  /** A value; undefined at the start of an array or object. */
  const begin = (): Json | undefined => {
    if (takeCharacter('[')) {
      if (takeCharacter(']')) return { kind: 'array', items: [] }
      open.push({ kind: 'array', items: [] })
      return undefined
    }
    if (takeCharacter('{')) {
      if (takeCharacter('}')) return { kind: 'object', members: [] }
      open.push({ kind: 'object', members: [], key: takeKey() })
      return undefined
    }
    const scalar = takeScalar(take)
    require(scalar !== undefined)
    return scalar
  }

  for (;;) {
    let value = begin()
    while (value !== undefined) {
      const parent = open.at(-1)
      if (parent === undefined) {
        take(space)
        require(at === text.length)
        return value
      }
      if (parent.kind === 'array') parent.items.push(value)
      else parent.members.push([parent.key, value])
      value = undefined
      if (takeCharacter(',')) {
        if (parent.kind === 'object') parent.key = takeKey()
      } else {
        require(takeCharacter(parent.kind === 'array' ? ']' : '}'))
        value = open.pop() as Json
      }
    }
  }
}

/** A member's value; of several the last (as RFC 8259, 4, says most readers do). */
export function member(json: Json, name: string): Json | undefined {
  return json.kind === 'object' ? json.members.findLast(([key]) => key === name)?.[1] : undefined
}

type Take = (pattern: RegExp) => string | undefined

function takeScalar(take: Take): Json | undefined {
  const value = takeString(take)
  if (value !== undefined) return { kind: 'string', value }
  const text = take(number)
  if (text !== undefined) return { kind: 'number', text }
  const word = take(literal)
  if (word === undefined) return undefined
  return { kind: 'literal', value: word === 'null' ? null : word === 'true' }
}

function takeString(take: Take): string | undefined {
  return take(string)
    ?.slice(1, -1)
    .replaceAll(/\\(?:u(....)|(.))/g, (_, hex?: string, letter = '') =>
      hex === undefined
        ? (escapes[letter] ?? letter)
        : String.fromCharCode(Number.parseInt(hex, 16)),
    )
}
