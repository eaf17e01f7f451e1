import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { hasOtherEnd } from '../../src/cli/stdinClose.ts'
import { runCli } from '../support/runCli.ts'
import { post, request } from '../support/transports.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))

/** Starts the command line like a test suite would, with a pipe as its standard input, and prints its process id. */
const parentScript = `
  const { spawn } = require('node:child_process')
  const args = ['dist/cli.js', '--port', '0', '--json', ...process.argv.slice(1)]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'inherit', 'inherit'] })
  console.log(child.pid)
  child.once('exit', (code) => console.log('ended with ' + code))
`

/** A process that has started ommer, and the lines that both write. */
function startParent(args: readonly string[]) {
  const parent = spawn(process.execPath, ['-e', parentScript, '--', ...args], {
    cwd: repository,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface(parent.stdout)[Symbol.asyncIterator]()
  return {
    line: async () => (await lines.next()).value as string,
    /** Kills the process with a signal that it cannot handle. */
    async kill() {
      const gone = once(parent, 'exit')
      parent.kill('SIGKILL')
      await gone
    },
    /** Resolves when both processes have ended, because each keeps the pipe open. */
    ended: once(parent.stdout, 'end'),
  }
}

const small = ['--blocks', '3']

it.concurrent.each([
  ['a chain', small],
  ['a scenario', ['--scenario', 'scenarios/two-replicas.yaml']],
])('ends when its parent is killed, serving %s', async (_what, args) => {
  const { line, kill, ended } = startParent(['--exit-on-stdin-close', ...args])
  await line()
  const { http } = JSON.parse(await line())
  expect((await post(http, request('eth_chainId'))).status).toBe(200)
  await kill()
  await ended
  await expect(post(http, request('eth_chainId'))).rejects.toThrow()
})

it.concurrent('ends when its parent is killed before the chain is ready', async () => {
  const { line, kill, ended } = startParent(['--exit-on-stdin-close', '--blocks', '100000'])
  await line()
  await kill()
  expect(await line()).toBeUndefined()
  await ended
})

it.concurrent('ignores a closed stdin without the option, and ends on a signal', async () => {
  const { line, kill, ended } = startParent(small)
  const pid = Number(await line())
  const { http } = JSON.parse(await line())
  await kill()
  try {
    expect((await post(http, request('eth_chainId'))).status).toBe(200)
  } finally {
    process.kill(pid, 'SIGTERM')
  }
  await ended
})

it.concurrent('ends on a signal while stdin is open', async () => {
  const { line, ended } = startParent(['--exit-on-stdin-close', ...small])
  const pid = Number(await line())
  await line()
  process.kill(pid, 'SIGTERM')
  expect(await line()).toBe('ended with 0')
  await ended
})

it.concurrent('reports a stdin that is closed from the start', async () => {
  const { code, stdout, stderr } = await runCli(['--port', '0', '--exit-on-stdin-close'])
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/^error: --exit-on-stdin-close: [^\n]+\n$/)
})

// `Stats.isFIFO()` is false for all files on Windows, whose pipes have this mode, too.
it.each([
  ['a pipe', 0o010_600, true],
  ['a socket', 0o140_777, true],
  ['a file', 0o100_644, false],
  ['a device, such as /dev/null', 0o020_666, false],
  ['nothing', undefined, false],
])('has another end that may close: %s %o %s', (_what, mode, isPipe) => {
  expect(hasOtherEnd(mode)).toBe(isPipe)
})
