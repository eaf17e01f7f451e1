import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { runCli } from '../support/runCli.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'

const busy = createServer().listen(0, '127.0.0.1')
await once(busy, 'listening')
const port = String((busy.address() as AddressInfo).port)
afterAll(() => {
  busy.close()
})

const chain = ['--blocks', '1']

/** Runs a command that fails, with folders of its own; returns its error and what it has left there. */
async function leftBy(
  args: (path: (name: string) => string) => readonly string[],
  files: Readonly<Record<string, string>> = {},
) {
  const folder = temporaryFolder()
  for (const name of ['tmp', 'own']) mkdirSync(join(folder, name))
  const path = (name: string) => join(folder, 'own', name)
  for (const [name, text] of Object.entries(files)) writeFileSync(path(name), text)
  const tmp = join(folder, 'tmp')
  const { code, stderr } = await runCli(args(path), { TMPDIR: tmp, TMP: tmp, TEMP: tmp })
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^error: [^\n]+\n$/)])
  const left = readdirSync(folder, { recursive: true }).map((each) => String(each))
  const known = ['tmp', 'own', ...Object.keys(files).map((name) => join('own', name))]
  return { stderr, left: left.filter((each) => !known.includes(each)), path }
}

describe('a start that fails leaves nothing behind', () => {
  test.each([
    ['a server', []],
    ['workers', ['--workers', '2']],
    ['a development node', ['--dev', '--ipc', 'PATH/node.ipc', '--dump-state', 'PATH/state.json']],
  ])('%s with a journal, whose port is in use', async (_what, more) => {
    const { stderr, left } = await leftBy((path) => {
      const own = more.map((each) => each.replace('PATH/', path('')))
      return ['serve', '--port', port, '--journal', path('journal'), ...chain, ...own]
    })
    expect(stderr).toContain(`port ${port} on 127.0.0.1 is in use`)
    expect(left).toEqual([])
  })

  test('where there is a file in place of the socket, which stays', async () => {
    const { stderr, left, path } = await leftBy(
      (path) => ['--port', '0', '--journal', path('journal'), '--ipc', path('file'), ...chain],
      { file: 'mine' },
    )
    expect(stderr).toContain('there is a file that is no socket')
    expect([left, readFileSync(path('file'), 'utf8')]).toEqual([[], 'mine'])
  })

  test('an export that its format refuses, in folders that did not exist', async () => {
    const out = ['a', 'b', 'out']
    const { stderr, left } = await leftBy((path) => {
      return ['export', '--format', 'hive', '--from', '1', '--out', path(join(...out)), ...chain]
    })
    expect(stderr).toContain('this format starts at genesis')
    expect(left).toEqual([])
  })
})
