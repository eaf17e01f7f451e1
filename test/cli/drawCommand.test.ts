import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createChain, drawChain } from '../../src/index.ts'
import { runCliInProcess } from '../support/runCliInProcess.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'

const parent = temporaryFolder()

describe('ommer draw', () => {
  it('writes a picture of a generated chain', async () => {
    const out = join(parent, 'tree.svg')
    const spec = ['--seed', 'draw', '--blocks', '8']
    const exit = await runCliInProcess(['draw', '--out', out, ...spec, '--from', '2'])
    const svg = drawChain(await createChain({ seed: 'draw', blocks: 8 }), { from: 2 })
    expect(exit).toMatchObject({ code: 0, stdout: `${out}: ${svg.length} characters\n` })
    expect(readFileSync(out, 'utf8')).toBe(svg)
  })

  it('draws a scenario after its last step', async () => {
    const scenario = join(parent, 'reorg.yaml')
    const out = join(parent, 'reorg.svg')
    writeFileSync(scenario, 'seed: draw\nspec: { blocks: 8 }\nsteps: [{ reorg: { depth: 2 } }]\n')
    const exit = await runCliInProcess(['draw', '--out', out, '--scenario', scenario])
    expect(exit).toMatchObject({ code: 0, stderr: '' })
    const svg = readFileSync(out, 'utf8')
    expect(svg).toContain('head is block 9.')
    expect(svg).toContain('Side branches have blocks 7, 8.')
  })

  it.each([
    [['--from', '5', '--to', '4'], '--to'],
    [['--blocks', '1', '--scenario', 'x.yaml'], '--scenario'],
    [['--title', ''], '--title'],
  ])('refuses %s in one line', async (args, option) => {
    const exit = await runCliInProcess(['draw', '--out', join(parent, 'no.svg'), ...args])
    expect(exit.code).toBe(1)
    expect(exit.stderr).toContain(option)
    expect(exit.stderr.trim().split('\n')).toHaveLength(1)
  })

  it('names a file that cannot be written', async () => {
    const out = join(parent, 'missing', 'tree.svg')
    const exit = await runCliInProcess(['draw', '--out', out, '--blocks', '1'])
    expect(exit).toMatchObject({ code: 1 })
    expect(exit.stderr).toMatch(/^error: --out: ENOENT.*missing/)
  })
})
