import { messageOf, OmmerError } from '../primitives/errors.ts'
import { inOneLine } from '../primitives/inOneLine.ts'
import { DEBUG_VARIABLE } from '../primitives/ownVariables.ts'

// When files can no longer be opened, this may be all that still loads; so it imports next to nothing.

/** Writes the reason for the exit to stderr, on one line, and sets exit code 1. */
export function reportFailure(error: unknown): void {
  const { code, exitCode } = Object(error) as { code?: unknown; exitCode?: number }
  if (String(code).startsWith('commander.')) {
    // Commander has written its message itself. It also throws for --help and --version.
    process.exitCode = exitCode ?? 1
    return
  }
  process.exitCode = 1
  process.stderr.write(`error: ${describe(error)}\n`)
  if (process.env[DEBUG_VARIABLE] && error instanceof Error)
    process.stderr.write(`${error.stack}\n`)
}

function describe(error: unknown): string {
  const message = inOneLine(messageOf(error))
  if (error instanceof OmmerError) return message
  const { code, syscall } = Object(error) as NodeJS.ErrnoException
  if (code === 'EMFILE' || code === 'ENFILE') return `${message}; allow more with ulimit -n`
  // Node also reports this for a module that it could not open.
  if (code === 'ERR_MODULE_NOT_FOUND') {
    return `${message}; install ommer again, or allow more open files with ulimit -n`
  }
  if (syscall !== undefined) return message
  return `${message} (this is a bug in ommer: ${DEBUG_VARIABLE}=1 prints where)`
}
