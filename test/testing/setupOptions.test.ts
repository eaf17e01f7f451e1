import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createChain } from '../../src/createChain.ts'
import { exportChain } from '../../src/exportChain.ts'
import { createTestChain, resolveSetupOptions } from '../../src/testing/setupOptions.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ommer-options-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const spec = { seed: 'of a set-up', blocks: 5, preset: 'latest' } as const

describe('the chain of a set-up', () => {
  it('is created from a spec or by a function', async () => {
    const chain = await createChain(spec)
    expect((await createTestChain(spec)).head.hash).toBe(chain.head.hash)
    expect(await createTestChain(() => chain)).toBe(chain)
    expect(await createTestChain(async () => chain)).toBe(chain)
    expect((await createTestChain(undefined)).head.header.number).toBe(128)
  })

  it('is loaded from a folder or a file', async () => {
    const chain = await createChain(spec)
    await exportChain(chain, join(folder, 'hive'), { format: 'hive' })
    await exportChain(chain, join(folder, 'bundle'), { format: 'bundle' })
    const [file = ''] = readdirSync(join(folder, 'bundle')).filter(
      (name) => name !== 'manifest.json',
    )
    for (const path of ['hive', 'bundle', join('bundle', file)]) {
      expect((await createTestChain(join(folder, path))).head.hash).toBe(chain.head.hash)
    }
  })

  it.each([
    ['yaml', 'seed: of a set-up\nspec: { blocks: 5, preset: latest }\nsteps: [{ mine: 3 }]\n'],
    [
      'json',
      JSON.stringify({
        seed: 'of a set-up',
        spec: { blocks: 5, preset: 'latest' },
        steps: [{ mine: 3 }],
      }),
    ],
  ])('is that with which a scenario begins: %s', async (type, text) => {
    const path = join(folder, `scenario.${type}`)
    writeFileSync(path, text)
    const chain = await createTestChain(path)
    expect(chain.head.hash).toBe((await createChain(spec)).head.hash)
    expect(chain.tree.head.number).toBe(5)
  })

  it.each([
    ['missing.json', /missing\.json: no such file or folder/],
    ['missing.yaml', /missing\.yaml: there is no such file/],
    ['other.json', /other\.json: neither a bundle nor a cassette/],
  ])('is refused where there is none: %s', async (name, problem) => {
    writeFileSync(join(folder, 'other.json'), '{"other":1}')
    await expect(createTestChain(join(folder, name))).rejects.toThrow(problem)
  })
})

it.each([
  [
    { chian: {} },
    'chian: there is no such option; those known are: chain, serve; did you mean chain?',
  ],
  [{ chain: 5 }, 'chain: 5 is not a spec, a path, or a function that returns a chain'],
  [{ chain: '' }, "chain: '' is not a spec, a path, or a function that returns a chain"],
  ['chain', /^ommerSetup: 'chain' is not an object such as/],
])('refuses the options %j', (options, problem) => {
  expect(() => resolveSetupOptions(options as never, 'ommerSetup')).toThrow(
    typeof problem === 'string' ? `ommerSetup: ${problem}` : problem,
  )
})
