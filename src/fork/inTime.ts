import { UpstreamError } from '../primitives/upstreamError.ts'
import type { RecordClock } from '../record/recordClock.ts'

/** How long a node may take, in milliseconds, while requests to an endpoint wait. */
interface Deadline {
  readonly after: number
  readonly problem: string
}

/** Until the first answer, and until the last. */
export const silent: Deadline = { after: 10_000, problem: 'it has not answered' }
export const late: Deadline = { after: 60_000, problem: 'it has not answered all requests' }

/**
 * Runs work with a signal that is aborted when it takes too long, when it fails, or with another signal, but never after it
 * has succeeded.
 */
export async function inTime<Result>(
  clock: RecordClock,
  signal: AbortSignal | undefined,
  { after, problem }: Deadline,
  work: (ended: AbortSignal) => Promise<Result>,
): Promise<Result> {
  // A client may have left while other moves ran.
  signal?.throwIfAborted()
  const end = new AbortController()
  const abort = () => end.abort(signal?.reason)
  signal?.addEventListener('abort', abort)
  const cancel = clock.after(after, () => {
    end.abort(new UpstreamError(`${problem} within ${after / 1000} s`, { mayPass: true }))
  })
  try {
    return await work(end.signal)
  } catch (error) {
    // What it has begun is of no use any more.
    if (!end.signal.aborted) end.abort(error)
    throw end.signal.reason
  } finally {
    cancel()
    signal?.removeEventListener('abort', abort)
  }
}
