import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import { loadChain } from '../../src/formats/loadChain.ts'
import { runCli } from '../support/runCli.ts'
import { refusalOf, runCliInProcess } from '../support/runCliInProcess.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'

const parent = temporaryFolder()

describe('ommer export', () => {
  it.concurrent('writes the requested chain, and reports it', async () => {
    const out = join(parent, 'told')
    const args = ['--out', out, '--seed', 'export', '--blocks', '10', '--preset', 'pow']
    const exit = await runCli(['export', ...args, '--format', 'hive'])
    const { tree } = await createChain({ seed: 'export', blocks: 10, preset: 'pow' })
    const said = `${out}: hive; head 10 ${tree.head.hash}\n`
    expect(exit).toEqual({ code: 0, signal: null, stdout: said, stderr: '' })
    expect((await loadChain(out)).tree.head.hash).toBe(tree.head.hash)
  })

  it('reads OMMER_* variables, and writes the same bytes every time', async () => {
    const outs = [join(parent, 'first'), join(parent, 'second')] as const
    const env = {
      OMMER_BLOCKS: '6',
      OMMER_SEED: '7',
      OMMER_FORMAT: 'bundle',
      OMMER_DIALECT: 'geth',
    }
    const more = { OMMER_PRETTY: '1', OMMER_NO_SIDE_BRANCHES: '1', OMMER_FROM: '2', OMMER_TO: '5' }
    await runCli(['export'], { OMMER_OUT: outs[0], ...env, ...more })
    await runCliInProcess(['export'], { OMMER_OUT: outs[1], ...env, ...more })
    const [first, second] = outs.map((out) => readFileSync(join(out, 'bundle.json'), 'utf8'))
    expect(first).toBe(second)
    expect(JSON.parse(first as string)['manifest.json']).toMatchObject({
      seed: '7',
      dialect: 'geth',
      from: 2,
      to: 5,
    })
    expect(first).toContain('\n  "digest"')
  })

  it('converts a loaded chain to another format', async () => {
    const out = join(parent, 'again')
    const args = ['--load', 'fixtures/pow', '--out', out, '--format', 'cassette,io', '--gzip']
    expect(await runCliInProcess(['export', ...args])).toMatchObject({ code: 0, stderr: '' })
    const chain = await loadChain(join(out, 'cassette'))
    expect(chain.tree.head.hash).toBe((await loadChain('fixtures/pow')).tree.head.hash)
    expect(existsSync(join(out, 'io', 'eth_getBlockByNumber', 'get-latest.io'))).toBe(true)
  })

  it.each<[string, string[]]>([
    ['--out', []],
    ['hive', ['--out', join(parent, 'other'), '--format', 'json,era1']],
    ['--to', ['--out', join(parent, 'other'), '--blocks', '3', '--to', '9']],
    ['hive', ['--out', join(parent, 'other'), '--blocks', '3', '--from', '2', '--format', 'hive']],
    ['--preset', ['--out', join(parent, 'other'), '--preset', 'nonesuch']],
    ['--bogus', ['--out', join(parent, 'other'), '--bogus']],
    ['notes.txt', ['--out', join(parent, 'mine')]],
  ])('names %s in a one-line error', async (named, args) => {
    mkdirSync(join(parent, 'mine'), { recursive: true })
    writeFileSync(join(parent, 'mine', 'notes.txt'), 'mine')
    expect(await refusalOf(['export', ...args])).toContain(named)
    expect(existsSync(join(parent, 'other'))).toBe(false)
  })

  it.each([
    ['.', 'the current folder'],
    ['/', 'the current folder'],
    ['home', 'your home folder'],
    ['parent of home', 'your home folder'],
  ])('refuses to replace %s, in a one-line error', async (named, problem) => {
    const above = join(parent, 'homes', named === '/' || named === '.' ? 'any' : named)
    const home = join(above, 'user')
    mkdirSync(home, { recursive: true })
    const out = named === 'home' ? home : named === 'parent of home' ? above : named
    const refusal = await refusalOf(['export', '--out', out], {
      HOME: home,
    })
    if (named !== 'parent of home') expect(refusal).toContain(problem)
    expect(existsSync(home)).toBe(true)
  })
})
