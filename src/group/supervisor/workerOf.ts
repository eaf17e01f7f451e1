/**
 * The index of the worker that owns a family of endpoints: the hash of its root says so (FNV-1a, 32 bits).
 *
 * @param count how many workers there are
 */
export function workerOf(root: string, count: number): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < root.length; index++) {
    hash = Math.imul(hash ^ root.charCodeAt(index), 0x01000193)
  }
  return (hash >>> 0) % count
}
