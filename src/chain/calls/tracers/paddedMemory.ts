/** How far a region may reach beyond the memory, in bytes. */
const PADDING_MAX = 1024n * 1024n

/**
 * A region of memory, padded with zeros, as tracers of geth read it (eth/tracers/internal, GetMemoryCopyPadded).
 *
 * @returns a copy; undefined if the region reaches too far beyond the memory; nothing if its end is 2^63 or more
 */
export function paddedMemory(
  memory: Uint8Array,
  start: bigint,
  length: bigint,
): Uint8Array | undefined {
  // The stack has words of 256 bits, of which geth takes the lowest 64, with a sign.
  const [offset, size] = [BigInt.asIntN(64, start), BigInt.asIntN(64, length)]
  if (offset < 0n || size < 0n) return undefined
  const end = BigInt.asIntN(64, offset + size)
  // The sum is too large for 64 bits: geth finds nothing beyond the memory, and crashes within it.
  if (end < 0n) return offset < BigInt(memory.length) ? undefined : new Uint8Array(0)
  if (end - BigInt(memory.length) > PADDING_MAX) return undefined
  const copy = new Uint8Array(Number(size))
  if (offset < BigInt(memory.length)) {
    copy.set(memory.subarray(Number(offset), Number(end)))
  }
  return copy
}
