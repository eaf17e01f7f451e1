import { setTimeout } from 'node:timers/promises'

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

const SETTLED_MS = 30_000
const SETTLING_MS_MAX = 180_000

/**
 * Memory once V8 has given back what it can. An idle process compacts its heap in several collections, seconds apart: two
 * in a row move only a few megabytes of objects, and leave pages that are almost empty.
 */
export async function measureSettledMemory(): Promise<Memory> {
  const end = performance.now() + SETTLING_MS_MAX
  let lowest = measureMemory().resident
  let since = performance.now()
  while (performance.now() < Math.min(end, since + SETTLED_MS)) {
    await setTimeout(1000)
    const resident = process.memoryUsage.rss()
    if (resident > 0.99 * lowest) continue
    lowest = resident
    since = performance.now()
  }
  return measureMemory()
}
