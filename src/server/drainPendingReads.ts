import { yieldToEventLoop } from '../primitives/yieldToEventLoop.ts'

/**
 * Gives the event loop the time to read what lies in the system by now: a request that was sent
 * before a close begins is one in flight, whether or not we have seen it.
 */
export async function drainPendingReads(): Promise<void> {
  // The turn that we are in may have asked the system already what is there; the next one asks anew.
  await yieldToEventLoop()
  await yieldToEventLoop()
}
