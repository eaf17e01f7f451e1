import { RequestError } from './errors.ts'

/** How often a wait checks whether its client is still connected, in milliseconds. */
const CHECK_MS = 100

/**
 * Runs a wait, and ends it when its client disconnects.
 *
 * @param isClosed whether the client has disconnected
 */
export async function whileConnected<T>(
  isClosed: () => boolean,
  wait: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const timer = setInterval(() => {
    // No client reads this message.
    const gone = () => new RequestError('LIMIT_EXCEEDED', 'the client has disconnected')
    if (isClosed()) controller.abort(gone())
  }, CHECK_MS)
  try {
    return await wait(controller.signal)
  } finally {
    clearInterval(timer)
  }
}
