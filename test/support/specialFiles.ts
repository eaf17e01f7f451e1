import { execFileSync } from 'node:child_process'
import { rmSync, symlinkSync } from 'node:fs'

/** Creates a pipe that nobody writes to at the path of a file. */
export function makePipe(path: string): void {
  rmSync(path, { force: true, recursive: true })
  execFileSync('mkfifo', [path])
}

/** Creates a link to an endless device at the path of a file. */
export function linkToDevice(path: string): void {
  rmSync(path, { force: true, recursive: true })
  symlinkSync('/dev/zero', path)
}
