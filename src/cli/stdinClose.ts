import { fstatSync } from 'node:fs'
import { isatty } from 'node:tty'
import { OmmerError } from '../primitives/errors.ts'
import { requestStop } from './stopSignal.ts'

const STDIN = 0

/**
 * Stops the program when standard input closes: the system closes it when the process that holds its other end ends, in
 * whatever way that happens.
 *
 * @throws {OmmerError} STDIN_CLOSED where it is not a pipe or a terminal, and so has no other end
 */
export function stopOnStdinClose(): void {
  const stats = fstatSync(STDIN)
  if (!stats.isFIFO() && !stats.isSocket() && !isatty(STDIN)) {
    throw new OmmerError(
      'STDIN_CLOSED',
      '--exit-on-stdin-close: standard input is closed already; want a pipe that the parent process holds open',
    )
  }
  const { stdin } = process
  for (const event of ['end', 'close', 'error']) stdin.once(event, requestStop)
  // It ends only when it is read. What comes in is of no interest, and open it keeps nothing from ending.
  stdin.resume()
  stdin.unref()
}
