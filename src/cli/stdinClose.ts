import { fstatSync } from 'node:fs'
import { isatty } from 'node:tty'
import { OmmerError } from '../primitives/errors.ts'
import { requestStop } from './stopSignal.ts'

const STDIN = 0

/**
 * Stops the program when standard input closes. The system closes it when the process at the other end exits, for whatever
 * reason.
 *
 * @throws {OmmerError} STDIN_CLOSED where standard input is not a pipe or a terminal, and so has no other end
 */
export function stopOnStdinClose(): void {
  const stats = fstatSync(STDIN)
  if (!stats.isFIFO() && !stats.isSocket() && !isatty(STDIN)) {
    throw new OmmerError(
      'STDIN_CLOSED',
      '--exit-on-stdin-close: standard input is already closed; it has to be a pipe that the parent process keeps open',
    )
  }
  const { stdin } = process
  for (const event of ['end', 'close', 'error']) stdin.once(event, requestStop)
  // `end` is emitted only if the input is read; the data is ignored. Unreferenced, it does not keep the process alive.
  stdin.resume()
  stdin.unref()
}
