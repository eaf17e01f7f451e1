/** Memory of the process after a full garbage collection, in bytes. */
export interface Memory {
  /** resident memory, which includes what the collector keeps for later */
  readonly resident: number
  /** objects, and their buffers outside the heap */
  readonly used: number
  /** objects alone */
  readonly heap: number
  /** the buffers alone */
  readonly buffers: number
}

/** @throws if Node runs without `--expose-gc`, because garbage would count */
export function measureMemory(): Memory {
  if (globalThis.gc === undefined) throw new Error('run with node --expose-gc')
  // The second collection frees what the first one finalizes.
  globalThis.gc()
  globalThis.gc()
  const { rss, heapUsed, external, arrayBuffers } = process.memoryUsage()
  return { resident: rss, used: heapUsed + external, heap: heapUsed, buffers: arrayBuffers }
}
