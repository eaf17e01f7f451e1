import { setPriority } from 'node:os'

/** The nice value: the main thread goes first, but threads still run when other programs keep the processors busy. */
const PRIORITY = 5

/** Lets the main thread go first, so that it stays responsive whatever the calling thread does. */
export function lowerPriority(): void {
  // Only on Linux this applies to the thread, and not to the process.
  if (process.platform !== 'linux') return
  try {
    setPriority(PRIORITY)
  } catch {
    // A sandbox may forbid it; the thread runs all the same.
  }
}
