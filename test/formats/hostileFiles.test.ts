import { cpSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import { exportChain } from '../../src/exportChain.ts'
import { FixtureError } from '../../src/formats/fixtureError.ts'
import type { LoadOptions } from '../../src/formats/json/loadBlocks.ts'
import { loadChain } from '../../src/formats/loadChain.ts'
import { encodeRlpList } from '../../src/primitives/rlp.ts'
import { failureOf } from '../support/failureOf.ts'
import { linkToDevice, makePipe } from '../support/specialFiles.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'

const parent = temporaryFolder()
const good = join(parent, 'good')
let count = 0
let folder: string

beforeAll(async () => {
  const chain = await createChain({ blocks: 2, preset: 'pow', transactionsPerBlock: [1, 1] })
  const format = ['json', 'hive', 'bundle', 'cassette'] as const
  await exportChain(chain, good, { format, gzip: true })
})

beforeEach(() => {
  folder = join(parent, String(count++))
  cpSync(good, folder, { recursive: true })
})

/** The error line of loading. */
async function refusal(path: string, options: LoadOptions = {}): Promise<FixtureError> {
  const error = await failureOf(loadChain(join(folder, path), options))
  expect(error).toBeInstanceOf(FixtureError)
  expect(error.message).not.toContain('\n')
  return error as FixtureError
}

/** A gzip header as ommer writes it, without optional fields. */
function compressed(text: string): Buffer {
  const bytes = gzipSync(text)
  bytes.fill(0, 3, 9)
  bytes[9] = 255
  return bytes
}

const files: [path: string, file: string][] = [
  ['json', 'manifest.json'],
  ['json', '2/block.json'],
  ['json', '2/receipts.json'],
  ['json', 'pending/block.json'],
  ['bundle', 'bundle.json.gz'],
  ['cassette', 'cassette.json.gz'],
  ['hive', 'genesis.json'],
  ['hive', 'chain.rlp'],
  ['hive', 'headfcu.json'],
  ['hive', 'headblock.json'],
  ['hive', 'accounts.json'],
  ['hive', 'txinfo.json'],
  ['hive', 'side.rlp'],
  ['hive', 'pending.rlp'],
]

describe.each(files)('%s/%s', (path, file) => {
  it('is refused by name when it is a pipe without a writer', async () => {
    makePipe(join(folder, path, file))
    const { message } = await refusal(path)
    expect(message).toBe(`${join(folder, path, file)}: it is not a regular file`)
  })

  it('is refused by name when it is a link to an endless device', async () => {
    linkToDevice(join(folder, path, file))
    const { message } = await refusal(path, { verify: false })
    expect(message).toBe(`${join(folder, path, file)}: it is not a regular file`)
  })
})

it.each(files.filter(([path]) => path === 'json' || path === 'hive'))(
  '%s/%s is refused by name when it is larger than allowed',
  async (path, file) => {
    const partBytes = 100_000
    const bytes = file === 'manifest.json' ? 4 * partBytes : partBytes
    const place = join(folder, path, file)
    writeFileSync(place, Buffer.alloc(bytes + 1, file.endsWith('.rlp') ? 0xba : ' '))
    const { message } = await refusal(path, { limits: { partBytes } })
    const isSplit = ['chain.rlp', 'side.rlp'].includes(file)
    expect(message).toBe(
      isSplit
        ? `${place}: block 1: rlp: no list begins at byte 0`
        : `${place}: it has more than ${bytes} bytes`,
    )
  },
)

const limits = { expandedBytes: 2_000_000, partBytes: 500_000 }

/** Files that start like a bundle. */
const bombs: [what: string, text: string, problem: string][] = [
  [
    'a long text',
    `{"manifest.json":"${'a'.repeat(500_001)}"}`,
    'a member of it has more than 500000 bytes',
  ],
  [
    'an unterminated string',
    `{"manifest.json":"${'a'.repeat(500_001)}`,
    'a member of it has more than 500000 bytes',
  ],
  [
    'white space inside it',
    `{"manifest.json":${' '.repeat(500_001)}1}`,
    'a member of it has more than 500000 bytes',
  ],
  ['white space', ' '.repeat(500_001), 'it has more than 500000 bytes of white space'],
  [
    'white space after it',
    `{"manifest.json":1}${' '.repeat(500_001)}`,
    'it has more than 500000 bytes of white space',
  ],
  ['many values', `{"manifest.json":[${'1,'.repeat(100_000)}1]}`, 'it has more than 100000 values'],
  [
    'deeply nested lists',
    `{"manifest.json":${'['.repeat(501)}${' '.repeat(200_000)}${']'.repeat(501)}}`,
    'it is nested too deeply',
  ],
]

describe('a bundle', () => {
  it.each(bombs)('is refused with %s, compressed or not', async (_, text, problem) => {
    writeFileSync(join(folder, 'hostile.json'), text)
    writeFileSync(join(folder, 'hostile.json.gz'), compressed(text))
    for (const name of ['hostile.json', 'hostile.json.gz']) {
      const { message } = await refusal(name, { verify: false, limits })
      expect(message).toBe(`${join(folder, name)}: ${problem}`)
    }
  })

  it('is refused when it expands to too many members', async () => {
    const path = join(folder, 'hostile.json.gz')
    writeFileSync(path, compressed(`${beginning()},${'"a":1,'.repeat(400_000)}`))
    const { message } = await refusal('hostile.json.gz', { verify: false, limits })
    expect(message).toBe(`${path}: it expands to more than 2000000 bytes`)
  })

  it('is read no further once the signal is aborted', async () => {
    const path = join(folder, 'hostile.json.gz')
    writeFileSync(path, compressed(' '.repeat(50_000_000)))
    const stop = new AbortController()
    const reason = new Error('stopped by the test')
    setImmediate(() => setImmediate(() => stop.abort(reason)))
    await expect(loadChain(path, { signal: stop.signal })).rejects.toBe(reason)
  })
})

/** The start of a valid bundle. */
function beginning(): string {
  const bundle = gunzipSync(readFileSync(join(good, 'bundle/bundle.json.gz'))).toString()
  return `{"manifest.json":${JSON.stringify(JSON.parse(bundle)['manifest.json'])}`
}

describe('chain.rlp', () => {
  it.each([
    ['64 MiB of zeros', 2 ** 26, '', 'block 1: rlp: no list begins at byte 0'],
    [
      'a block of 64 MiB',
      2 ** 26,
      'fb03ffff00',
      'block 1: rlp: it has 67108613 bytes, more than 16777216',
    ],
    [
      'a million empty lists',
      1_000_000,
      'c0'.repeat(1_000_000),
      'block 1004: rlp: too many items before it are too short to be blocks',
    ],
  ])('is refused with %s', async (_, size, hex, problem) => {
    const path = join(folder, 'hive/chain.rlp')
    writeFileSync(path, Buffer.from(hex, 'hex'))
    truncateSync(path, size)
    expect((await refusal('hive')).message).toBe(`${path}: ${problem}`)
  })

  it('is refused with a block of many empty lists, before they are decoded', async () => {
    const path = join(folder, 'hive/chain.rlp')
    const block = encodeRlpList([encodeRlpList(Array(50_000).fill(EMPTY_LIST))])
    writeFileSync(path, block)
    expect((await refusal('hive')).message).toBe(
      `${path}: block 1: rlp: it has more items than a block can have`,
    )
  })
})

const EMPTY_LIST = Uint8Array.of(0xc0)

it('refuses a third uncle', async () => {
  const uncles = join(folder, 'json/2/uncles')
  mkdirSync(uncles, { recursive: true })
  writeFileSync(join(uncles, '2.json'), '{}')
  const { message } = await refusal('json', { verify: false })
  expect(message).toBe(`${join(uncles, '2.json')}: block 2: a block has at most two uncles`)
})

it('refuses an uncle whose index has many digits', async () => {
  const path = join(folder, 'cassette.json')
  const cassette = JSON.parse(
    gunzipSync(readFileSync(join(good, 'cassette/cassette.json.gz'))).toString(),
  )
  const params = ['0x0', '0xffffffff']
  const method = 'eth_getUncleByBlockNumberAndIndex'
  const key = method + JSON.stringify(params)
  const entries = Object.entries(cassette)
  const first = entries.findIndex(([name]) => name.startsWith('eth_getBlockByNumber["0x0",true]'))
  entries.splice(first + 1, 0, [key, { method, params, result: {} }])
  writeFileSync(path, JSON.stringify(Object.fromEntries(entries)))
  const { message } = await refusal('cassette.json', { verify: false })
  expect(message).toBe(`${path}: ${key}: a block has at most two uncles`)
})

it.each([
  ['limits.partBytes', { partBytes: 0 }],
  ['limits.partBytes', { partBytes: 2 ** 28 }],
  ['limits.expandedBytes', { expandedBytes: 0.5 }],
  ['limits.size', { size: 1 } as never],
])('names a wrong limit: %s', async (name, limits) => {
  await expect(loadChain(good, { limits })).rejects.toMatchObject({
    code: 'INVALID_OPTION',
    message: expect.stringContaining(`${name}: `),
  })
})
