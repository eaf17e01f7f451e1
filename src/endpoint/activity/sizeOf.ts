/** Estimates of the size in V8 of an object a list, a string without its characters, and other values. */
const OBJECT_BYTES = 64
const STRING_BYTES = 24
const VALUE_BYTES = 16

/**
 * An estimate of how many bytes a plain value takes in memory.
 *
 * @param limit counting stops above this, so a large value takes no time
 */
export function sizeOf(value: unknown, limit: number): number {
  if (typeof value === 'string') return STRING_BYTES + 2 * value.length
  if (typeof value !== 'object' || value === null) return VALUE_BYTES
  let bytes = OBJECT_BYTES
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && bytes <= limit; index++) {
      bytes += sizeOf(value[index], limit - bytes)
    }
    return bytes
  }
  for (const name in value) {
    if (bytes > limit) return bytes
    bytes += VALUE_BYTES + 2 * name.length
    bytes += sizeOf((value as Readonly<Record<string, unknown>>)[name], limit - bytes)
  }
  return bytes
}
