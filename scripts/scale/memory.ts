/** What a process holds, in bytes, when nothing that could be freed is left. */
export interface Memory {
  /** what the system has given the process, which includes what the collector keeps for later */
  readonly resident: number
  /** objects, and the bytes that they stand for outside the heap */
  readonly used: number
}

/** @throws where Node runs without `--expose-gc`: garbage would be counted */
export function measureMemory(): Memory {
  if (globalThis.gc === undefined) throw new Error('run with node --expose-gc')
  // What the first collection finalizes, the second frees.
  globalThis.gc()
  globalThis.gc()
  const { rss, heapUsed, external } = process.memoryUsage()
  return { resident: rss, used: heapUsed + external }
}
