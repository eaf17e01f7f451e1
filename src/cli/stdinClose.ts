import { fstatSync } from 'node:fs'
import { isatty } from 'node:tty'
import { OmmerError } from '../primitives/errors.ts'
import { requestStop } from './stopSignal.ts'

const STDIN = 0

const PIPE = 0o010_000
const SOCKET = 0o140_000

/**
 * Stops the program when standard input closes. The system closes it when the process at the other end exits, for whatever
 * reason.
 *
 * @throws {OmmerError} STDIN_CLOSED where standard input is not a pipe or a terminal, and so has no other end
 */
export function stopOnStdinClose(): void {
  if (!hasOtherEnd(modeOfStdin()) && !isatty(STDIN)) {
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

/** @returns undefined if it is closed */
function modeOfStdin(): number | undefined {
  try {
    return fstatSync(STDIN).mode
  } catch {
    return undefined
  }
}

/**
 * Whether a file is a pipe or a socket. Not `Stats.isFIFO()` and `Stats.isSocket()`, which are always false on Windows.
 *
 * @param mode of the file
 */
export function hasOtherEnd(mode: number | undefined): boolean {
  const kind = (mode ?? 0) & 0o170_000
  return kind === PIPE || kind === SOCKET
}
