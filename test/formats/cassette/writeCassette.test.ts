import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Chain } from '../../../src/chain/chain.ts'
import { createChain } from '../../../src/chain/createChain.ts'
import type { Block, SealedBlock } from '../../../src/chain/encoding/block.ts'
import { BlockTree } from '../../../src/chain/store/tree.ts'
import { dialects } from '../../../src/endpoint/dialects/dialects.ts'
import { writeCassette } from '../../../src/formats/cassette/writeCassette.ts'
import type { ExportSource } from '../../../src/formats/exportSource.ts'
import { manifestOf } from '../../../src/formats/manifest.ts'
import { serve } from '../../../src/index.ts'
import type { Hex } from '../../../src/primitives/hex.ts'
import { arbitrarySpec } from '../../support/arbitrarySpec.ts'
import { type AnsweredCall, callEverything } from '../../support/callEverything.ts'
import { chainWith, sealedBlocksOf } from '../../support/chain.ts'
import { exportFormat, sourceOf } from '../../support/exportFormat.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'
import { post, request } from '../../support/transports.ts'

const parent = temporaryFolder()
const ZERO_HASH = `0x${'0'.repeat(64)}`

const write = writeCassette

async function cassetteOf(source: ExportSource): Promise<string> {
  const { files, summary } = await exportFormat(parent, write, source)
  expect([...files.keys()]).toEqual(['cassette.json'])
  const text = files.get('cassette.json') as string
  expect(summary).toEqual({ entries: Object.keys(JSON.parse(text)).length - 2 })
  return text
}

/** Its entries by their keys, without its description. */
function entriesOf(cassette: string): Map<string, AnsweredCall> {
  const { ommer_manifest: _, ommer_digest: __, ...entries } = JSON.parse(cassette)
  return new Map(Object.entries(entries))
}

/** The lines of a cassette, without its description. */
function linesOf(cassette: string): string[] {
  return cassette
    .split('\n')
    .slice(2, -3)
    .map((line) => line.replace(/,$/, ''))
}

/** Sends the same requests to a server that did not write the cassette. */
async function expectServed(chain: Chain, dialect: 'infura' | 'geth', cassette: string) {
  const lines = linesOf(cassette)
  const entries = [...entriesOf(cassette).values()]
  const responses = entries.map(({ method, params }, index) => {
    const key = JSON.stringify(method + JSON.stringify(params))
    const beginning = `${key}:{"method":"${method}","params":${JSON.stringify(params)},`
    expect(lines[index]?.slice(0, beginning.length)).toBe(beginning)
    return `{"jsonrpc":"2.0","id":1,${lines[index]?.slice(beginning.length)}`
  })
  const server = await serve(chain, { port: 0, dialect })
  try {
    const batch = `[${entries.map(({ method, params }) => request(method, params)).join(',')}]`
    const served = await (await post(server.url, batch)).text()
    const separator = /(?<=\}),(?=\{"jsonrpc")/
    expect(served.slice(1, -1).split(separator)).toEqual(responses)
  } finally {
    await server.close()
  }
}

/** All possible requests about a part of a chain. */
async function requestsOf({
  chain,
  from,
  to,
  sideBranches,
}: ReturnType<typeof sourceOf>): Promise<string[]> {
  const keys: string[] = []
  const add = (method: string, ...params: unknown[]) => keys.push(method + JSON.stringify(params))
  const isInside = (hash: string) => (chain.tree.byHash(hash as Hex)?.number ?? -1) >= from
  const addList = (name: string, hash: string | undefined) => {
    const block = chain.tree.byHash(hash as Hex)
    if (block?.accessList !== undefined) add('eth_getBlockAccessList', name)
  }
  const byNumber = (number: string, block: Block | undefined) => {
    add('eth_getBlockByNumber', number, true)
    add('eth_getBlockByNumber', number, false)
    add('eth_getBlockReceipts', number)
    if (number !== 'pending') addList(number, block?.hash)
    for (let index = 0; index <= (block?.transactions.length ?? 0); index++) {
      add('eth_getTransactionByBlockNumberAndIndex', number, `0x${index.toString(16)}`)
    }
    for (let index = 0; index <= (block?.uncles.length ?? 0); index++) {
      add('eth_getUncleByBlockNumberAndIndex', number, `0x${index.toString(16)}`)
    }
  }
  const byHash = (hash: string) => {
    add('eth_getBlockByHash', hash, true)
    add('eth_getBlockByHash', hash, false)
    add('eth_getBlockReceipts', hash)
    if (isInside(hash)) addList(hash, hash)
  }
  const at = (number: number) => (number < from ? undefined : chain.blockByNumber(number))
  for (let number = from; number <= to; number++) {
    byNumber(`0x${number.toString(16)}`, at(number))
    byHash(at(number)?.hash as string)
  }
  const { safe, finalized } = chain.finality
  byNumber('latest', at(to))
  byNumber('earliest', at(from))
  byNumber('safe', at(to - safe))
  byNumber('finalized', at(to - finalized))
  byNumber('pending', to === chain.tree.head.number ? await chain.pendingBlock() : undefined)
  byNumber(`0x${(to + 1).toString(16)}`, undefined)
  byHash(ZERO_HASH)
  if (from > 0) {
    byNumber(`0x${(from - 1).toString(16)}`, undefined)
    byHash(at(from)?.header.parentHash as string)
  }
  if (!sideBranches) return keys
  for (const { number, hash } of chain.tree.sideBlocks) {
    if (number >= from && number <= to) byHash(hash)
  }
  return keys
}

function expectDigest(cassette: string): void {
  const [, before, digest] = /^(.*)([0-9a-f]{64})"\s*\}\s*\}\n$/s.exec(
    cassette,
  ) as unknown as string[]
  expect(digest).toBe(
    createHash('sha256')
      .update(before as string)
      .digest('hex'),
  )
  expect(JSON.parse(cassette).ommer_digest).toEqual({
    method: 'ommer_digest',
    params: [],
    result: digest,
  })
}

const forks = { london: 0, paris: 10, prague: 14 }
const chain = await createChain({ blocks: 18, forks, finality: { safe: 3, finalized: 30 } })

describe('writeCassette', () => {
  it.each(['infura', 'geth'] as const)(
    'writes the served responses in the dialect %s, byte for byte',
    async (dialect) => {
      const cassette = await cassetteOf(sourceOf(chain, { dialect: dialects[dialect] }))
      await expectServed(chain, dialect, cassette)
    },
  )

  it('leaves out requests that the dialect geth answers with an error', async () => {
    const asked = async (dialect: 'infura' | 'geth') =>
      entriesOf(await cassetteOf(sourceOf(chain, { dialect: dialects[dialect] })))
    const [infura, geth] = [await asked('infura'), await asked('geth')]
    const unset = [...infura.keys()].filter((key) => key.includes('"finalized"'))
    expect(unset).toHaveLength(5)
    expect([...geth.keys()]).toEqual([...infura.keys()].filter((key) => !unset.includes(key)))
    expect(infura.get(unset[0] as string)).toHaveProperty('result', null)
  })

  it('writes the served responses of any chain, each request once', async () => {
    await fc.assert(
      fc.asyncProperty(arbitrarySpec, fc.constantFrom(0, 3), async (spec, above) => {
        const some = await createChain({ ...spec, blocks: spec.blocks ?? 8 })
        const from = Math.min(above, some.tree.head.number)
        const source = sourceOf(some, { from })
        const cassette = await cassetteOf(source)
        expectDigest(cassette)
        const entries = entriesOf(cassette)
        const lines = linesOf(cassette)
        expect(lines).toHaveLength(entries.size)
        expect([...entries.keys()].sort()).toEqual((await requestsOf(source)).sort())
        if (from === 0) await expectServed(some, 'infura', cassette)
      }),
      { numRuns: 4 },
    )
  })

  it('contains common requests in their usual spelling', async () => {
    const entries = entriesOf(await cassetteOf(sourceOf(chain)))
    const server = await serve(chain, { port: 0 })
    const missing: AnsweredCall[] = []
    for await (const asked of callEverything(chain, server)) {
      const entry = entries.get(asked.method + JSON.stringify(asked.params))
      if (entry !== undefined) expect(entry).toEqual(asked)
      else missing.push(asked)
    }
    await server.close()
    const methods =
      /^eth_get(Block(ByHash|ByNumber|Receipts)|(Uncle|Transaction)ByBlockNumberAndIndex)$/
    // Past each end the first index is enough, and receipts have many spellings.
    const isRequired = ({ method, params: [block, index], result }: AnsweredCall) =>
      methods.test(method) &&
      typeof block === 'string' &&
      /^(0x|[a-z])/.test(block) &&
      block !== '0xffffffff' &&
      (index === undefined || typeof index === 'boolean' || index === '0x0' || result !== null)
    expect(missing.filter(isRequired)).toEqual([])
  })

  it('starts with a description and ends with a digest', async () => {
    const cassette = await cassetteOf(sourceOf(chain))
    expectDigest(cassette)
    const keys = Object.keys(JSON.parse(cassette))
    expect([keys.at(0), keys.at(-1)]).toEqual(['ommer_manifest', 'ommer_digest'])
    expect(cassette.split('\n').slice(0, 2)).toEqual([
      '{',
      `"ommer_manifest":{"method":"ommer_manifest","params":[],"result":${JSON.stringify(manifestOf(sourceOf(chain), 'cassette'))}},`,
    ])
  })

  it('is indented like JSON.stringify', async () => {
    const cassette = await cassetteOf(sourceOf(chain, { pretty: true }))
    expectDigest(cassette)
    expect(cassette).toBe(`${JSON.stringify(JSON.parse(cassette), null, 2)}\n`)
    const compact = await cassetteOf(sourceOf(chain))
    expect([...entriesOf(cassette)]).toEqual([...entriesOf(compact)])
  })

  it('ends at the last requested block, as if the chain did', async () => {
    const source = sourceOf(chain, { to: 8, sideBranches: false })
    const forks = { london: 0, paris: 10, prague: 14 }
    const short = await createChain({ blocks: 8, forks, finality: { safe: 3, finalized: 30 } })
    const [cut, whole] = await Promise.all(
      [source, sourceOf(short, { sideBranches: false })].map(async (each) =>
        linesOf(await cassetteOf(each)),
      ),
    )
    const isPending = (line: string) => line.includes('"params":["pending"')
    expect(cut?.filter((line) => !isPending(line))).toEqual(
      whole?.filter((line) => !isPending(line)),
    )
    // For receipts `pending` equals `latest`.
    const ofPending = cut
      ?.filter(isPending)
      .filter((line) => !line.includes('eth_getBlockReceipts'))
    expect(ofPending?.length).toBe(4)
    for (const line of ofPending ?? []) expect(line).toContain('"result":null}')
    expect((await requestsOf(source)).sort()).toEqual(
      [...entriesOf(await cassetteOf(source)).keys()].sort(),
    )
  })

  it('starts at the first requested block', async () => {
    const source = sourceOf(chain, { from: 5, to: 12 })
    const entries = entriesOf(await cassetteOf(source))
    expect([...entries.keys()].sort()).toEqual((await requestsOf(source)).sort())
    expect(entries.get('eth_getBlockByNumber["earliest",false]')?.result).toMatchObject({
      number: '0x5',
    })
    expect(entries.get('eth_getBlockByNumber["latest",false]')?.result).toMatchObject({
      number: '0xc',
    })
    expect(entries.get('eth_getBlockByNumber["0x4",false]')?.result).toBeNull()
    expect(entries.get('eth_getBlockByNumber["0xd",false]')?.result).toBeNull()
  })

  it('refuses a range outside the chain', async () => {
    for (const range of [{ to: 19 }, { from: -1 }]) {
      await expect(exportFormat(parent, write, sourceOf(chain, range))).rejects.toThrow(RangeError)
    }
  })

  it('contains each request once, even when two blocks have the same hash', async () => {
    const [first, one, other] = sealedBlocksOf(chain) as [SealedBlock, SealedBlock, SealedBlock]
    const tree = new BlockTree(first)
    tree.append(one, [])
    tree.append({ ...other, receiptsRlp: other.receiptsRlp, hash: one.hash }, [])
    const broken = chainWith(chain, { tree, pending: null })
    const cassette = await cassetteOf(sourceOf(broken))
    expect(linesOf(cassette)).toHaveLength(entriesOf(cassette).size)
    await expectServed(broken, 'infura', cassette)
  })

  it('writes the same bytes twice', async () => {
    const [one, other] = [await cassetteOf(sourceOf(chain)), await cassetteOf(sourceOf(chain))]
    expect(one).toBe(other)
  })

  it('reports progress and stops when its signal is aborted', async () => {
    const reported: string[] = []
    const controller = new AbortController()
    const onProgress = (done: number, wanted: number) => {
      reported.push(`${done}/${wanted}`)
      if (done === 3) controller.abort(new Error('enough'))
    }
    const source = sourceOf(chain, { from: 5, onProgress, signal: controller.signal })
    await expect(exportFormat(parent, write, source)).rejects.toThrow('enough')
    expect(reported).toEqual(['1/14', '2/14', '3/14'])
  })
})
