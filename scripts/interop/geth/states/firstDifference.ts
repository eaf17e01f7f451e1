/** Where two JSON values differ first, as a path with both values; undefined if they do not. */
export function firstDifference(one: unknown, other: unknown, path = ''): string | undefined {
  if (isObject(one) && isObject(other) && Array.isArray(one) === Array.isArray(other)) {
    for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
      const step = Array.isArray(one) ? `[${name}]` : `${path === '' ? '' : '.'}${name}`
      const difference = firstDifference(one[name], other[name], path + step)
      if (difference !== undefined) return difference
    }
    return undefined
  }
  if (Object.is(one, other)) return undefined
  return `${path}: geth ${shorten(one)}, ommer ${shorten(other)}`
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/** A value as JSON of a limited length. */
export function shorten(value: unknown, length = 400): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > length ? `${text.slice(0, length)}…` : text
}
