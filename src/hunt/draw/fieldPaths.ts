/** Strings, each with a colon if it is a key, and what opens, closes and separates values. */
const TOKENS = /"((?:[^"\\]|\\.)*)"(\s*:)?|[{}[\],]/g

/** An object or a list that is open: its path, and that of the value in it which is next. */
interface Open {
  readonly path: string
  readonly isList: boolean
  value: string
  /** the index in a list */
  index: number
}

/**
 * The paths of the fields of a JSON value, as faults name them; of lists, those of the first item. The end of the text may be
 * missing, because long answers are cut.
 */
export function fieldPaths(json: string): readonly string[] {
  const paths = new Set<string>()
  const open: Open[] = []
  for (const [token, text, colon] of json.matchAll(TOKENS)) {
    const current = open.at(-1)
    if (token === '{' || token === '[') {
      const path = current?.value ?? ''
      const isList = token === '['
      open.push({ path, isList, value: isList ? `${path}[0]` : path, index: 0 })
    } else if (token === '}' || token === ']') {
      open.pop()
      // What follows is not a part of the value.
      if (open.length === 0) break
    } else if (token === ',') {
      if (current?.isList) current.index++
    } else if (current !== undefined && (colon !== undefined || current.isList)) {
      if (colon !== undefined)
        current.value = current.path === '' ? `${text}` : `${current.path}.${text}`
      if (open.every(({ index }) => index === 0)) paths.add(current.value)
    }
  }
  return [...paths]
}
