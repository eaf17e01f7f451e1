import { yieldToEventLoop } from '../primitives/yieldToEventLoop.ts'

/**
 * Lets the event loop read what has reached the system by now: a request that was sent before a close began is in flight,
 * even if it has not been read yet.
 */
export async function drainPendingReads(): Promise<void> {
  // This round of the event loop may have polled the system before the data arrived; the next one polls again.
  await yieldToEventLoop()
  await yieldToEventLoop()
}
