import { type ChildProcess, spawnSync } from 'node:child_process'

const isWindows = process.platform === 'win32'

/** Options with which a process and all that it starts can be ended together. */
export const treeOptions = isWindows
  ? // Without a console window of its own, which `detached` would open.
    { windowsHide: true }
  : // A group of its own.
    { detached: true }

interface System {
  readonly isWindows: boolean
  kill(pid: number, signal: NodeJS.Signals): void
  run(command: string, args: readonly string[]): void
}

const system: System = {
  isWindows,
  kill: (pid, signal) => process.kill(pid, signal),
  run: (command, args) => spawnSync(command, args, { stdio: 'ignore', windowsHide: true }),
}

/**
 * Sends a signal to a process and all that it has started; nothing if they are gone. Windows has no signals that another
 * process could handle: there both end at once.
 *
 * @param child that was started with `treeOptions`
 * @param on the system, for tests
 */
export function endTree(
  { pid }: Pick<ChildProcess, 'pid'>,
  signal: 'SIGTERM' | 'SIGKILL',
  on: System = system,
): void {
  if (pid === undefined) return
  if (on.isWindows) {
    on.run('taskkill', ['/pid', String(pid), '/T', '/F'])
    return
  }
  try {
    on.kill(-pid, signal)
  } catch {
    // It has ended.
  }
}
