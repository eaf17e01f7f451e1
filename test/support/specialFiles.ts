import { execFileSync } from 'node:child_process'
import { rmSync, symlinkSync } from 'node:fs'

/** Puts a pipe that nobody writes to in the place of a file. */
export function makePipe(path: string): void {
  rmSync(path, { force: true, recursive: true })
  execFileSync('mkfifo', [path])
}

/** Puts a link to a device without end in the place of a file. */
export function linkToDevice(path: string): void {
  rmSync(path, { force: true, recursive: true })
  symlinkSync('/dev/zero', path)
}
