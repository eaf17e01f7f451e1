import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import {
  killRemaining,
  runCliInto,
  runCliUnread,
  runCliWithFiles,
  startCli,
} from '../support/runCli.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'

const parent = temporaryFolder()

afterAll(killRemaining)

const small = ['--blocks', '1']
const scenario = ['--scenario', 'scenarios/rate-limit.yaml']

describe.concurrent('a JSON line that cannot be written', () => {
  it.each([
    ['serve', ['--port', '0', '--json', ...small]],
    ['serve --scenario', ['--port', '0', '--json', ...scenario]],
    ['verify', ['verify', '--json', ...small]],
  ])('ends %s with exit code 1 and a one-line error', async (_, args) => {
    const [full, unread] = await Promise.all([runCliInto('/dev/full', args), runCliUnread(args)])
    expect(full.stderr).toMatch(/^error: cannot write to stdout: ENOSPC[^\n]*\n$/)
    expect(full).toMatchObject({ code: 1, signal: null })
    expect(unread.stderr).toMatch(/^error: cannot write to stdout: write EPIPE\n$/)
    expect(unread).toMatchObject({ code: 1, signal: null })
  })
})

it('ignores a closed pipe for human-readable output', async () => {
  const args = ['export', ...small, '--out', join(parent, 'exported')]
  expect(await runCliUnread(args)).toMatchObject({ code: 0, stderr: '' })
  expect(await runCliInto('/dev/full', [...args])).toMatchObject({ code: 0, stderr: '' })
})

// Node 24 opens fewer files at once than Node 20, so these limits may be sufficient for it.
it.each([24, 32, 64])(
  'a process limited to %i open files completes or reports a one-line error',
  async (count) => {
    const { code, stdout, stderr } = await runCliWithFiles(count, ['verify', ...small])
    if (code === 0) return expect(stderr).toBe('')
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(
      /^error: (EMFILE: too many open files[^\n]*; allow more|Cannot find [^\n]* open files) with ulimit -n\n$/,
    )
  },
)

it('ends a server on SIGHUP as on SIGTERM', async () => {
  const cli = await startCli(['--port', '0', '--json', ...small], /^\{.*\}$/)
  expect(await cli.stop('SIGHUP')).toMatchObject({ code: 0, signal: null, stderr: '' })
})
