/**
 * A copy of a received message. Its bytes are views of the buffer in which the message arrived, so that whoever keeps one
 * of them keeps the whole message in memory; those of the copy have buffers of their own.
 *
 * @param data primitive values, bytes, lists, maps, sets and plain objects
 */
export function ownBytes<T>(data: T): T {
  return copyOf(data) as T
}

function copyOf(data: unknown): unknown {
  if (typeof data !== 'object' || data === null) return data
  // `slice` of a Buffer is a view, too.
  if (data instanceof Uint8Array) return new Uint8Array(data)
  if (Array.isArray(data)) return data.map(copyOf)
  if (data instanceof Set) return new Set([...data].map(copyOf))
  if (data instanceof Map) return new Map([...data].map(([key, value]) => [key, copyOf(value)]))
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, copyOf(value)]))
}
