import { expect, test } from 'vitest'
import { endTree, treeOptions } from '../../../src/hunt/client/endTree.ts'

/** A system that only notes what it is asked to do. */
function noting(isWindows: boolean) {
  const asked: unknown[] = []
  const kill = (pid: number, signal: string) => void asked.push([pid, signal])
  const run = (command: string, args: readonly string[]) => void asked.push([command, ...args])
  return { asked, system: { isWindows, kill, run } }
}

test('signals the group of a process', () => {
  const { asked, system } = noting(false)
  endTree({ pid: 71 }, 'SIGTERM', system)
  endTree({ pid: 71 }, 'SIGKILL', system)
  expect(asked).toEqual([
    [-71, 'SIGTERM'],
    [-71, 'SIGKILL'],
  ])
})

test('ends a process with all that it has started on Windows, which has no groups', () => {
  const { asked, system } = noting(true)
  endTree({ pid: 71 }, 'SIGTERM', system)
  expect(asked).toEqual([['taskkill', '/pid', '71', '/T', '/F']])
})

test('does nothing where no process was started, or it has ended', () => {
  const { asked, system } = noting(false)
  endTree({ pid: undefined }, 'SIGKILL', system)
  expect(asked).toEqual([])
  const kill = () => {
    throw Object.assign(new Error('kill ESRCH'), { code: 'ESRCH' })
  }
  expect(() => endTree({ pid: 71 }, 'SIGKILL', { ...system, kill })).not.toThrow()
})

test('starts processes so that they have a group', () => {
  expect(treeOptions).toEqual(
    process.platform === 'win32' ? { windowsHide: true } : { detached: true },
  )
})
