import { setTimeout as sleep } from 'node:timers/promises'

/** Resolves after so many milliseconds. It keeps no process alive: the server does, while it is there. */
export function wait(milliseconds: number): Promise<void> {
  return sleep(milliseconds, undefined, { ref: false })
}
