import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Chain } from '../../../src/chain/chain.ts'
import { createChain } from '../../../src/chain/createChain.ts'
import { exportChain } from '../../../src/exportChain.ts'
import { loadChain } from '../../../src/formats/loadChain.ts'
import { serve } from '../../../src/serve.ts'
import { changeJson, coverUp } from '../../support/fixtureDamage.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'

const parent = temporaryFolder()
const chain = await createChain({ seed: 'foreign', preset: 'pow', blocks: 8 })
const numbers = [0, 1, 2, 3, 4, 5, 6, 7, 8]

/** A folder as `ommer record` writes it, with the blocks of another node. */
async function recording(name: string, foreign: readonly number[] = []): Promise<string> {
  const folder = join(parent, name)
  await exportChain(chain, folder, { dialect: 'geth' })
  for (const number of foreign) {
    changeJson(join(folder, `${number}/block.json`), (block: { transactions: object[] }) => ({
      ...block,
      l1Block: 7,
      transactions: block.transactions.map((each) => ({ ...each, sourceHash: null })),
    }))
  }
  coverUp(folder, { dialect: null })
  return folder
}

async function blocksOf(served: Chain): Promise<string[]> {
  const server = await serve(served, { port: 0 })
  const ask = (number: number) =>
    server.request({ method: 'eth_getBlockByNumber', params: [`0x${number}`, true] })
  const blocks = await Promise.all(numbers.map(ask))
  await server.close()
  return blocks.map((block) => JSON.stringify(block))
}

function written(folder: string): string[] {
  return numbers.map((number) => readFileSync(join(folder, `${number}/block.json`), 'utf8').trim())
}

describe('blocks that another node wrote', () => {
  it.each<[string, number[]]>([
    ['geth', []],
    ['another node, with an unknown field', numbers],
    ['another node, with an unknown field in some blocks', [2, 5]],
  ])('from %s are served unchanged', async (name, foreign) => {
    const folder = await recording(name, foreign)
    expect(await blocksOf(await loadChain(folder))).toEqual(written(folder))
  })

  it('are served unchanged when two dialects are mixed', async () => {
    const [folder, infura] = [await recording('mixed'), join(parent, 'infura')]
    await exportChain(chain, infura)
    const pick = (number: number) => () =>
      JSON.parse(readFileSync(join(infura, `${number}/block.json`), 'utf8'))
    for (const number of [3, 6]) changeJson(join(folder, `${number}/block.json`), pick(number))
    coverUp(folder)
    expect(await blocksOf(await loadChain(folder))).toEqual(written(folder))
  })

  it.each(['json', 'bundle', 'cassette'] as const)(
    'can be exported again as %s',
    async (format) => {
      const folder = await recording('again', [1, 4])
      const copy = join(parent, format)
      await exportChain(await loadChain(folder), copy, { format })
      expect(await blocksOf(await loadChain(copy))).toEqual(written(folder))
      if (format !== 'json') return
      const contents = (of: string) =>
        readdirSync(of, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile() && entry.name !== 'manifest.json')
          .map((entry) => join(entry.parentPath, entry.name))
          .map((path) => [path.slice(of.length), readFileSync(path, 'utf8')])
          .sort()
      expect(contents(copy)).toEqual(contents(folder))
    },
  )

  it.each<[string, string, (value: never) => unknown]>([
    [
      'receipts.json',
      'receipts[0].gasUsed',
      ([first, ...rest]: object[]) => [{ ...first, gasUsed: '0x1' }, ...rest],
    ],
    [
      'receipts.json',
      'receipts[0].from',
      ([first, ...rest]: object[]) => [{ ...first, from: `0x${'12'.repeat(20)}` }, ...rest],
    ],
    [
      'block.json',
      'transactions[0].transactionIndex',
      (block: { transactions: object[] }) => ({
        ...block,
        transactions: block.transactions.map((each) => ({ ...each, transactionIndex: '0x9' })),
      }),
    ],
  ])('are refused when a %s contradicts the block: %s', async (file, field, change) => {
    const folder = await recording('altered', [8])
    const busy = numbers.find(
      (number) => (chain.blockByNumber(number)?.transactions.length ?? 0) > 0,
    )
    changeJson(join(folder, `${busy}/${file}`), change)
    coverUp(folder)
    await expect(loadChain(folder)).rejects.toMatchObject({ location: `block ${busy}: ${field}` })
  })
})
