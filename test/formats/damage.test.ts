import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Chain } from '../../src/chain/chain.ts'
import { createChain } from '../../src/chain/createChain.ts'
import { exportChain } from '../../src/exportChain.ts'
import { loadChain } from '../../src/formats/loadChain.ts'
import { OmmerError } from '../../src/primitives/errors.ts'
import { Random } from '../../src/primitives/random.ts'
import { serve } from '../../src/serve.ts'
import { sharedChain } from '../support/chain.ts'
import { failureOf } from '../support/failureOf.ts'
import { changeJson, coverUp } from '../support/fixtureDamage.ts'
import { filesIn } from '../support/folders.ts'
import { sized } from '../support/sized.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'

const parent = temporaryFolder()
const folder = join(parent, 'damaged')

/** The error line for a fixture; it names a file of the folder. */
async function refusal(path = folder): Promise<string> {
  const error = await failureOf(loadChain(path))
  expect(error).toBeInstanceOf(OmmerError)
  const { message } = error
  expect(message.startsWith(join(folder, '/'))).toBe(true)
  expect(message).not.toContain('\n')
  return message.slice(join(folder, '/').length)
}

/** The format and its options. */
const formats = [
  { format: 'json' },
  { format: 'bundle' },
  { format: 'bundle', gzip: true },
  { format: 'cassette', pretty: true },
  { format: 'cassette', gzip: true },
  { format: 'hive' },
] as const

/** Whether a damaged file has the same content: some bits of gzip have no effect, such as those after its end. */
function expandsTo(damaged: Uint8Array, content: Uint8Array): boolean {
  try {
    return gunzipSync(damaged).equals(content)
  } catch {
    return false
  }
}

describe.each(formats)('an export written as %o', (options) => {
  const whole = join(parent, 'whole', JSON.stringify(options).replaceAll(/\W/g, ''))
  const random = new Random(JSON.stringify(options))

  beforeAll(async () => {
    const spec = { seed: 'damage', preset: 'pow', blocks: 2, transactionsPerBlock: [1, 1] } as const
    const chain = await createChain(spec)
    await chain.extendBranch(1, 'other', 1)
    await exportChain(chain, whole, options)
    cpSync(whole, folder, { recursive: true, force: true })
    await loadChain(folder)
  })

  beforeEach(() => {
    rmSync(folder, { recursive: true, force: true })
    cpSync(whole, folder, { recursive: true })
  })

  it('is refused when any file is truncated or missing', async () => {
    for (const name of filesIn(whole)) {
      const bytes = readFileSync(join(whole, name))
      for (let cut = 0; cut < sized(1, 40); cut++) {
        writeFileSync(join(folder, name), bytes.subarray(0, random.below(bytes.length)))
        expect(await refusal()).toContain(name)
      }
      rmSync(join(folder, name))
      // Without its manifest, a hive folder is read as one from elsewhere.
      if (options.format !== 'hive' || name !== 'manifest.json') await refusal()
      writeFileSync(join(folder, name), bytes)
    }
  })

  it('is refused when bits are flipped in any file', async () => {
    const names = filesIn(whole)
    for (const name of names) {
      const bytes = readFileSync(join(whole, name))
      const flips = names.length > 2 ? sized(2, 100) : sized(12, 2000)
      for (let flip = 0; flip < flips; flip++) {
        const [at, bit] = [random.below(bytes.length), random.below(8)]
        const damaged = Buffer.from(bytes)
        damaged[at] = (damaged[at] as number) ^ (1 << bit)
        if (name.endsWith('.gz') && expandsTo(damaged, gunzipSync(bytes))) continue
        writeFileSync(join(folder, name), damaged)
        expect(await refusal(), `${name}, byte ${at}, bit ${bit}`).toContain(name)
      }
      writeFileSync(join(folder, name), bytes)
    }
  })

  it('is refused with an extra file, or one in place of another', async () => {
    const names = filesIn(whole).filter((name) => name !== 'manifest.json')
    const [first, second] = names as [string, string?]
    if (second !== undefined) {
      cpSync(join(whole, second), join(folder, first))
      expect(await refusal()).toContain(first)
    }
  })

  it('is refused when its version is newer, naming the ommer that reads it', async () => {
    coverUp(folder, { formatVersion: 2, ommer: '7.0.0' })
    const message = await refusal()
    expect(message).toMatch(/^manifest\.json: formatVersion: /)
    expect(message).toContain('7.0.0')
  })
})

describe('a json folder with recomputed digests', () => {
  const whole = join(parent, 'whole', 'covered')

  beforeAll(async () => {
    const chain = await createChain({ seed: 'covered', preset: 'eras', blocks: 16 })
    await exportChain(chain, whole, { format: 'json' })
  })

  beforeEach(() => {
    rmSync(folder, { recursive: true, force: true })
    cpSync(whole, folder, { recursive: true })
  })

  it('is refused with any field of a block, receipt or uncle changed, and names it', async () => {
    const random = new Random('fields')
    const names = filesIn(whole).filter((name) => /^(\d+|side)\//.test(name))
    for (let change = 0; change < sized(20, 60); change++) {
      const name = names[random.below(names.length)] as string
      const path = join(folder, name)
      const text = readFileSync(path, 'utf8')
      const values = [...text.matchAll(/"0x([0-9a-f]+)"/g)]
      const value = values[random.below(values.length)]
      if (value === undefined) continue
      const at = value.index + 3 + random.below((value[1] as string).length)
      const digit = (Number.parseInt(text[at] as string, 16) + 1 + random.below(15)) % 16
      writeFileSync(path, text.slice(0, at) + digit.toString(16) + text.slice(at + 1))
      coverUp(folder)
      const message = await refusal()
      const what = `${name}: ${text.slice(value.index - 30, value.index + 10)}: ${message}`
      expect(message, what).toMatch(/^[\w/]+\.json: (side )?block \w+: [\w.[\]]+: /)
      expect(message.split('/')[0], what).toBe(name.split('/')[0])
      writeFileSync(path, text)
    }
  })

  /** The first block with a property. */
  const numberOf = (
    matches: (block: { transactions: unknown[]; uncles: unknown[] }) => boolean,
  ) => {
    for (let number = 0; ; number++) {
      const path = join(whole, String(number), 'block.json')
      if (matches(JSON.parse(readFileSync(path, 'utf8')))) return number
    }
  }
  type Fields = { readonly transactions: readonly unknown[] }

  it.each<[what: string, field: string, file: string, change: (json: never) => unknown]>([
    ['a receipt missing', 'receipts', 'receipts', (receipts: unknown[]) => receipts.slice(1)],
    [
      'its transactions in another order',
      'transactionsRoot',
      'block',
      (fields: Fields) => ({ ...fields, transactions: fields.transactions.toReversed() }),
    ],
    ['an unknown field', 'surplus', 'block', (fields: Fields) => ({ ...fields, surplus: '0x1' })],
    [
      'its fields in another order',
      'block',
      'block',
      (fields: Fields) => Object.fromEntries(Object.entries(fields).toReversed()),
    ],
    ['an invalid number', 'gasUsed', 'block', (fields: Fields) => ({ ...fields, gasUsed: 'lots' })],
    [
      'a string instead of an object',
      'receipts[1]',
      'receipts',
      (receipts: unknown[]) => receipts.map((receipt, index) => (index === 0 ? receipt : 'none')),
    ],
    ['null instead of a block', 'block', 'block', () => null],
    ['an invalid uncle', 'uncles[0].parentHash', 'uncles/0', () => ({})],
  ])('is refused with %s', async (_, field, file, change) => {
    const number = numberOf(({ transactions, uncles }) =>
      file === 'uncles/0' ? uncles.length > 0 : transactions.length > 1,
    )
    changeJson(join(folder, String(number), `${file}.json`), change)
    coverUp(folder)
    expect(await refusal()).toMatch(new RegExp(`^${number}/[\\w/]+\\.json: block ${number}: `))
    expect((await refusal()).split(': ')[2]).toBe(field)
  })

  it('is refused when the first of two uncles is missing', async () => {
    const number = numberOf(({ uncles }) => uncles.length === 2)
    const uncle = `${number}/uncles/0.json`
    rmSync(join(folder, uncle))
    changeJson(join(folder, 'manifest.json'), ({ files, ...rest }: { files: object }) => ({
      ...rest,
      files: Object.fromEntries(Object.entries(files).filter(([path]) => path !== uncle)),
    }))
    coverUp(folder)
    expect(await refusal()).toMatch(new RegExp(`^${number}/block.json: block ${number}: uncles`))
  })

  it('is refused with the blocks of another chain among its own', async () => {
    const other = join(parent, 'other')
    const chain = await createChain({ seed: 'other', preset: 'eras', blocks: 9 })
    await exportChain(chain, other, { format: 'json', sideBranches: false })
    rmSync(join(folder, '9'), { recursive: true })
    cpSync(join(other, '9'), join(folder, '9'), { recursive: true })
    const path = join(folder, 'manifest.json')
    const { files } = JSON.parse(readFileSync(path, 'utf8'))
    const there = Object.keys(files).filter((name) => existsSync(join(folder, name)))
    changeJson(path, (manifest: object) => ({
      ...manifest,
      files: Object.fromEntries(there.map((name) => [name, ''])),
    }))
    coverUp(folder)
    expect(await refusal()).toMatch(/^9\/block\.json: block 9: (parentHash|totalDifficulty): /)
  })
})

describe('loading without verification', () => {
  const ask = async (chain: Chain, method: string, ...params: unknown[]) => {
    const server = await serve(chain, { port: 0 })
    try {
      return await server.request({ method, params })
    } finally {
      await server.close()
    }
  }
  const broken = { logsBloom: `0x${'00'.repeat(256)}`, receiptsRoot: '0x12', surprise: [1, null] }

  it.each(['json', 'bundle', 'cassette'] as const)(
    'serves a chain that was broken as %s unchanged',
    async (format) => {
      rmSync(folder, { recursive: true, force: true })
      const chain = await sharedChain({ seed: 'broken', preset: 'latest', blocks: 8 })
      await exportChain(chain, folder, { format })
      const number = [1, 2, 3, 4, 5, 6].find(
        (each) => (chain.blockByNumber(each)?.transactions.length ?? 0) > 1,
      ) as number
      const quantity = `0x${number.toString(16)}`
      const corrupt = (block: object) => ({ ...block, ...broken })
      if (format === 'json') {
        changeJson(join(folder, String(number), 'block.json'), corrupt)
      } else {
        const key =
          format === 'bundle' ? `${number}/block.json` : `eth_getBlockByNumber["${quantity}",true]`
        changeJson(join(folder, `${format}.json`), (all: Record<string, { result: object }>) => {
          const entry = all[key] as { result: object }
          const changed =
            format === 'bundle' ? corrupt(entry) : { ...entry, result: corrupt(entry.result) }
          return { ...all, [key]: changed }
        })
      }
      await refusal()
      const loaded = await loadChain(folder, { verify: false })
      const asked = ['eth_getBlockByNumber', quantity, true] as const
      expect(await ask(loaded, ...asked)).toEqual(corrupt((await ask(chain, ...asked)) as object))
      const others = ['eth_getBlockReceipts', `0x${(number + 1).toString(16)}`] as const
      expect(await ask(loaded, ...others)).toEqual(await ask(chain, ...others))
      const byHash = ['eth_getBlockByHash', chain.tree.byNumber(number)?.hash, true] as const
      const intact = await ask(chain, ...byHash)
      // In a cassette each response is independent.
      expect(await ask(loaded, ...byHash)).toEqual(
        format === 'cassette' ? intact : corrupt(intact as object),
      )
      const logs = ['eth_getLogs', { fromBlock: quantity, toBlock: quantity }] as const
      expect(await ask(loaded, ...logs)).toEqual(await ask(chain, ...logs))
    },
  )

  it('serves blocks that cannot be decoded', async () => {
    rmSync(folder, { recursive: true, force: true })
    const chain = await createChain({ seed: 'broken', preset: 'latest', blocks: 4 })
    await exportChain(chain, folder, { format: 'json' })
    writeFileSync(join(folder, '2', 'block.json'), '{"hash":7,"transactions":"none"}')
    writeFileSync(join(folder, '3', 'receipts.json'), 'null')
    rmSync(join(folder, '4', 'receipts.json'))
    writeFileSync(join(folder, '1', 'block.json'), 'null')
    writeFileSync(join(folder, 'pending', 'block.json'), 'null')
    const loaded = await loadChain(folder, { verify: false })
    expect(await ask(loaded, 'eth_getBlockByNumber', '0x2', true)).toEqual({
      hash: 7,
      transactions: 'none',
    })
    expect(await ask(loaded, 'eth_getBlockReceipts', '0x3')).toBeNull()
    expect(await ask(loaded, 'eth_getBlockByNumber', '0x4', false)).toMatchObject({ number: '0x4' })
    for (const tag of ['0x1', 'pending']) {
      for (const full of [true, false]) {
        expect(await ask(loaded, 'eth_getBlockByNumber', tag, full)).toBeNull()
      }
      expect(await ask(loaded, 'eth_getUncleCountByBlockNumber', tag)).toBe('0x0')
    }
    for (const method of [
      'eth_getTransactionByBlockNumberAndIndex',
      'eth_getUncleByBlockNumberAndIndex',
    ]) {
      expect(await ask(loaded, method, '0x2', '0x0')).toBeNull()
    }
  })

  it.each([7, null, undefined, '0xzz'])('serves a transaction whose hash is %j', async (hash) => {
    rmSync(folder, { recursive: true, force: true })
    const spec = { blocks: 2, preset: 'pow', transactionsPerBlock: [2, 2] } as const
    await exportChain(await sharedChain(spec), folder)
    changeJson(join(folder, '1', 'block.json'), (block: { transactions: object[] }) => {
      const [first, second] = block.transactions
      return { ...block, transactions: [{ ...first, hash }, second] }
    })
    const loaded = await loadChain(folder, { verify: false })
    const block = await ask(loaded, 'eth_getBlockByNumber', '0x1', true)
    const [first, second] = (block as { transactions: { hash: string }[] }).transactions
    expect(first?.hash).toBe(hash)
    expect(await ask(loaded, 'eth_getTransactionByHash', second?.hash)).toEqual(second)
  })

  it.each(['json', 'bundle'] as const)('refuses a %s that is nested too deeply', async (format) => {
    rmSync(folder, { recursive: true, force: true })
    await exportChain(await sharedChain({ blocks: 1 }), folder, { format })
    const path = join(folder, format === 'json' ? '1/block.json' : 'bundle.json')
    const deep = `"deep":${'['.repeat(50_000)}${']'.repeat(50_000)},"number":"0x1"`
    writeFileSync(path, readFileSync(path, 'utf8').replace('"number":"0x1"', deep))
    for (const verify of [true, false]) {
      await expect(loadChain(folder, { verify })).rejects.toMatchObject({
        code: 'INVALID_FILE',
        file: path,
        message: expect.stringMatching(/nested too deeply$/),
      })
    }
  })

  it('refuses files that are not JSON', async () => {
    rmSync(folder, { recursive: true, force: true })
    await exportChain(await createChain({ blocks: 2 }), folder, { format: 'json' })
    writeFileSync(join(folder, '1', 'block.json'), '{"hash":')
    await expect(loadChain(folder, { verify: false })).rejects.toMatchObject({
      code: 'INVALID_FILE',
      file: join(folder, '1', 'block.json'),
    })
  })
})
