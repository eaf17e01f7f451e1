/** Objects, lists and bytes that the input of a short call may have, all nested ones included. */
const VALUES_MAX = 300
/** In bytes. */
const BYTES_MAX = 16_384

/** Whether the input of a job is so large that reading it alone takes long, such as overrides of many slots. */
export function isLargeInput(input: unknown): boolean {
  let values = 0
  let bytes = 0
  const waiting: unknown[] = [input]
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (typeof value === 'string') bytes += value.length
    if (typeof value !== 'object' || value === null) continue
    if (++values > VALUES_MAX) return true
    if (value instanceof Uint8Array) bytes += value.length
    else {
      const members = Array.isArray(value) ? value : Object.values(value)
      if (members.length > VALUES_MAX) return true
      waiting.push(...members)
    }
    if (bytes > BYTES_MAX) return true
  }
  return bytes > BYTES_MAX
}
