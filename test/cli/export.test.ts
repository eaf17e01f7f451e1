import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import { importHive } from '../../src/fixtures/hive/importHive.ts'
import { runCli } from '../support/runCli.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'

const parent = temporaryFolder()

describe.concurrent('ommer export', () => {
  it('writes the chain that it was told of, and says so', async () => {
    const out = join(parent, 'told')
    const args = ['--out', out, '--seed', 'export', '--blocks', '10', '--preset', 'pow']
    const exit = await runCli(['export', ...args, '--format', 'hive'])
    const { tree } = await createChain({ seed: 'export', blocks: 10, preset: 'pow' })
    const said = `${out}: genesis.json, chain.rlp, headfcu.json; head 10 ${tree.head.hash}\n`
    expect(exit).toEqual({ code: 0, signal: null, stdout: said, stderr: '' })
    expect((await importHive(out)).tree.head.hash).toBe(tree.head.hash)
  })

  it('is told by OMMER_* variables, and gives the same bytes every time', async () => {
    const outs = [join(parent, 'first'), join(parent, 'second')]
    await Promise.all(
      outs.map((out) => runCli(['export'], { OMMER_OUT: out, OMMER_BLOCKS: '6', OMMER_SEED: '7' })),
    )
    for (const name of ['genesis.json', 'chain.rlp', 'headfcu.json']) {
      const [first, second] = outs.map((out) => readFileSync(join(out, name)))
      expect(first?.equals(second as Buffer)).toBe(true)
    }
  })

  it.each<[string, string[]]>([
    ['--out', []],
    ['hive', ['--out', join(parent, 'other'), '--format', 'era1']],
    ['--preset', ['--out', join(parent, 'other'), '--preset', 'nonesuch']],
    ['--bogus', ['--out', join(parent, 'other'), '--bogus']],
    ['notes.txt', ['--out', join(parent, 'mine')]],
  ])('refuses on one line that names %s', async (named, args) => {
    mkdirSync(join(parent, 'mine'), { recursive: true })
    writeFileSync(join(parent, 'mine', 'notes.txt'), 'mine')
    const { code, stdout, stderr } = await runCli(['export', ...args])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^error: [^\n]+\n$/)
    expect(stderr).toContain(named)
    expect(existsSync(join(parent, 'other'))).toBe(false)
  })
})
