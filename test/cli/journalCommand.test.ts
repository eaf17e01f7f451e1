import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createChain, serve } from '../../src/index.ts'
import { playScenario } from '../../src/playScenario.ts'
import { runCliInProcess } from '../support/runCliInProcess.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'

const folder = temporaryFolder()
const path = join(folder, 'journal')
/** of a process that ended while it wrote the first line */
const torn = join(folder, 'torn')

beforeAll(async () => {
  const chain = await createChain({ seed: 'journal', blocks: 6 })
  const server = await serve(chain, { port: 0, apiKeys: ['a', 'b'], journal: path })
  await server.mine(2)
  await server.reorg({ depth: 1 })
  await server.endpoint('b').rollback(1)
  await server.close()
  writeFileSync(torn, '0123')
})

describe('ommer journal', () => {
  it('shows each entry on a line', async () => {
    const { code, stdout } = await runCliInProcess(['journal', 'show', path])
    expect(code).toBe(0)
    expect(stdout.split('\n').map((line) => line.replace(/0x[0-9a-f]{64}$/, '0x'))).toEqual([
      '     1  a  mine 2  block 8 0x',
      '     2  a  reorg {"depth":1}  block 9 0x',
      '     3  b  rollback 1  block 5 0x',
      '',
    ])
  })

  it('shows the entries as JSON', async () => {
    const { stdout } = await runCliInProcess(['journal', 'show', path, '--json'])
    const [header, first] = stdout.split('\n').map((line) => line && JSON.parse(line))
    expect(header).toMatchObject({ format: 'ommer-journal', chain: { height: 6 } })
    expect(first).toMatchObject({ sequence: 1, change: { move: 'mine', args: [2] } })
  })

  it('checks that the changes lead to the same heads, and leaves the file as it is', async () => {
    const before = readFileSync(path)
    const { code, stdout } = await runCliInProcess(['journal', 'check', path])
    expect(code).toBe(0)
    expect(stdout.replaceAll(/0x[0-9a-f]{64}/g, '0x')).toBe(
      `${path}: 3 entries lead to the heads that they say\n  a: block 9 0x\n  b: block 5 0x\n`,
    )
    expect(readFileSync(path)).toEqual(before)
  })

  it('writes the moves of an endpoint as a scenario that leads to its head', async () => {
    const out = join(folder, 'scenario.yaml')
    const args = ['journal', 'export', path, '--endpoint', 'a', '--out', out]
    expect(await runCliInProcess(args)).toMatchObject({ code: 0, stderr: '' })
    const playing = await playScenario(out, { port: 0 })
    await playing.finished
    expect(playing.server.head.number).toBe(9)
    const { stdout } = await runCliInProcess(['journal', 'show', path])
    expect(stdout).toContain(playing.server.head.hash)
    await playing.close()
  })

  it('knows the second key of the default endpoint', async () => {
    const own = join(folder, 'default')
    const server = await serve(await createChain({ blocks: 6 }), { port: 0, journal: own })
    await server.mine(1)
    await server.close()
    const exported = await runCliInProcess(['journal', 'export', own, '--endpoint', 'geth'])
    expect(exported).toMatchObject({ code: 0, stdout: expect.stringContaining('mine: 1') })
  })

  it.each([
    [['export', path], 'error: --endpoint: choose one of: a, b\n'],
    [
      ['export', path, '--endpoint', 'c'],
      'error: --endpoint: there is no such endpoint; those known are: a, b; did you mean a?\n',
    ],
    [['show', folder], `error: ${folder}: it is a folder\n`],
    [
      ['show', torn],
      `error: ${torn}: line 1: it is cut off, because the server that began the journal ended: a server with --journal begins it anew\n`,
    ],
    [
      ['show', torn, '--json'],
      `error: ${torn}: line 1: it is cut off, because the server that began the journal ended: a server with --journal begins it anew\n`,
    ],
  ])('%s is refused in one line', async (args, stderr) => {
    expect(await runCliInProcess(['journal', ...args])).toMatchObject({ code: 1, stderr })
  })

  it('names an entry that leads elsewhere', async () => {
    const other = join(folder, 'other')
    const lines = readFileSync(path, 'utf8').split('\n')
    writeFileSync(other, [lines[0], lines[1], lines[3], ''].join('\n'))
    // The same entries for another endpoint: block 5 is the parent of the head there, too.
    expect(await runCliInProcess(['journal', 'check', other])).toMatchObject({ code: 0 })
    writeFileSync(other, [lines[0], lines[2], ''].join('\n'))
    const { code, stderr } = await runCliInProcess(['journal', 'check', other])
    expect(code).toBe(1)
    expect(stderr).toMatch(/^error: \S*other: entry 2: there is no block 0x[0-9a-f]{64}\n$/)
  })
})
