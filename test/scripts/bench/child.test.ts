import { expect, test } from 'vitest'
import { Child } from '../../../scripts/bench/child.ts'
import { ChainServer } from '../../support/faults/chainServer.ts'

const script = new URL('../../support/children/ending.ts', import.meta.url)

/** A child that collects what it prints. */
function launch(): { child: Child; printed: string[] } {
  const printed: string[] = []
  const child = new Child(script, { onStderr: (text) => printed.push(text) })
  return { child, printed }
}

test('returns the result of a task', async () => {
  const { child } = launch()
  expect(await child.do('echo', 'hello')).toBe('hello')
  expect(child.hasFailed).toBe(false)
  await child.stop()
})

test('reports the exit code of a child that exits during a task', async () => {
  const { child } = launch()
  await expect(child.do('exit', 7)).rejects.toThrow(
    "the child process failed at its task 'exit': it exited with code 7",
  )
  expect(child.hasFailed).toBe(true)
})

test('reports the signal, and what the child printed last', async () => {
  const { child, printed } = launch()
  await expect(child.do('kill', 'SIGKILL')).rejects.toThrow(
    "the child process failed at its task 'kill': it was ended by SIGKILL; the last that it printed:\nabout to end",
  )
  expect(printed.join('')).toBe('about to end\n')
})

test('reports the error that a task throws', async () => {
  const { child } = launch()
  await expect(child.do('fail')).rejects.toThrow(
    /'fail': it exited with code 1; the last that it printed:\n.*Error: out of cheese/s,
  )
})

test('rejects each task of an ended child, and stops it without an error', async () => {
  const { child } = launch()
  await expect(child.do('exit', 7)).rejects.toThrow('code 7')
  await expect(child.do('echo', 'hello')).rejects.toThrow(
    "the child process failed at its task 'echo': it exited with code 7",
  )
  await child.stop()
})

test('stops a server whose process has ended without a second error', async () => {
  const server = await ChainServer.start()
  await expect(server.results([{ method: 'no such method' }])).rejects.toThrow('code 1')
  await server.stop()
})
