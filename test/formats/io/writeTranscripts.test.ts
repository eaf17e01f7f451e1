import { existsSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Chain } from '../../../src/chain/chain.ts'
import { createChain } from '../../../src/chain/createChain.ts'
import type { Block, Transaction } from '../../../src/chain/encoding/block.ts'
import { type Preset, presetNames } from '../../../src/chain/spec/presets.ts'
import { dialects } from '../../../src/endpoint/dialects/dialects.ts'
import type { ExportSource } from '../../../src/formats/exportSource.ts'
import { writeTranscripts } from '../../../src/formats/io/writeTranscripts.ts'
import { serve } from '../../../src/index.ts'
import { officialChain } from '../../support/chain.ts'
import { exportFormat, sourceOf } from '../../support/exportFormat.ts'
import { sized } from '../../support/sized.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'
import { post } from '../../support/transports.ts'

const parent = temporaryFolder()

const methods = [
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getBlockReceipts',
  'eth_getTransactionByBlockNumberAndIndex',
  'eth_getUncleByBlockNumberAndIndex',
]

interface Transcript {
  readonly method: string
  readonly name: string
  readonly request: string
  readonly response: string
}

async function transcriptsOf(source: ExportSource): Promise<Transcript[]> {
  const { files, summary } = await exportFormat(parent, writeTranscripts, source)
  expect(summary).toEqual({ transcripts: files.size })
  return [...files].map(([path, text]) => {
    const [, method, name] = /^(\w+)\/([a-z0-9-]+)\.io$/.exec(path) as string[]
    const [, request, response] = /^\/\/ [^\n]+\n>> ([^\n]+)\n<< ([^\n]+)\n$/.exec(text) as string[]
    return { method, name, request, response } as Transcript
  })
}

/** Requests the responses from a server that did not write the transcripts. */
async function expectServed(
  chain: Chain,
  dialect: 'infura' | 'geth',
  transcripts: Transcript[],
  methods: 'core' | 'all' = 'core',
) {
  const server = await serve(chain, { port: 0, dialect, methods })
  try {
    await Promise.all(
      transcripts.map(async ({ method, name, request, response }) => {
        expect(JSON.parse(request)).toMatchObject({ jsonrpc: '2.0', id: 1, method })
        const served = await (await post(server.url, request)).text()
        expect(response, `${method}/${name}`).toBe(served)
      }),
    )
  } finally {
    await server.close()
  }
}

/** Of a chain of ten blocks. */
const hasUncles: ReadonlySet<Preset> = new Set(['history', 'eras', 'pow'])

describe('writeTranscripts', () => {
  it.each(sized<readonly Preset[]>(['history', 'pow'], presetNames))(
    'writes the served responses of the preset %s, every variant of each method',
    async (preset) => {
      const chain = await createChain({
        preset,
        blocks: 10,
        transactionsPerBlock: [0, 6],
        finality: { safe: 4, finalized: 30 },
      })
      const dialect = preset === 'pow' ? 'geth' : 'infura'
      const transcripts = await transcriptsOf(sourceOf(chain, { dialect: dialects[dialect] }))
      // Access lists are served only with all methods.
      const served = preset === 'amsterdam' ? 'all' : 'core'
      await expectServed(chain, dialect, transcripts, served)
      for (const method of methods) {
        const of = transcripts.filter((transcript) => transcript.method === method)
        const isError = ({ response }: Transcript) => response.includes('"error":')
        // A case is named an error exactly if it is one.
        expect(of.filter(isError)).toEqual(of.filter(({ name }) => name.startsWith('error-')))
        expect(of.filter(isError).length).toBeGreaterThan(12)
        const answered = of.filter((transcript) => !isError(transcript))
        expect(answered.some(({ response }) => response.endsWith('"result":null}'))).toBe(true)
        expect(answered.some(({ response }) => !response.endsWith('"result":null}'))).toBe(
          method !== 'eth_getUncleByBlockNumberAndIndex' || hasUncles.has(preset),
        )
        const first = of.map(({ request }) => JSON.parse(request).params[0])
        expect(first).toContain('latest')
        expect(first).toContainEqual(expect.stringMatching(/^0x[0-9a-f]{1,64}$/))
      }
    },
  )

  it('writes the fields of Amsterdam from its first block on, as they are served', async () => {
    const forks = { bpo2: 0, paris: 0, amsterdam: 3 }
    const chain = await createChain({ preset: 'latest', forks, blocks: 5 })
    const transcripts = await transcriptsOf(sourceOf(chain, { dialect: dialects.geth }))
    await expectServed(chain, 'geth', transcripts, 'all')
    const blocks = transcripts
      .filter(({ method }) => method === 'eth_getBlockByNumber')
      .flatMap(({ response }) => JSON.parse(response).result ?? [])
    expect(blocks.length).toBeGreaterThan(5)
    for (const { number, blockAccessListHash, slotNumber } of blocks) {
      const isAmsterdam = Number(number) >= 3
      expect([blockAccessListHash !== undefined, slotNumber !== undefined]).toEqual([
        isAmsterdam,
        isAmsterdam,
      ])
    }
  })

  describe('transcripts of access lists', () => {
    const lists = ['debug_getRawBlockAccessList', 'eth_getBlockAccessList']
    const listsOf = (transcripts: readonly Transcript[]) =>
      transcripts.filter(({ method }) => lists.includes(method))

    it('show the first block of the fork, the head, side blocks, and what has none, as served', async () => {
      const forks = { bpo2: 0, paris: 0, amsterdam: 3 }
      const chain = await createChain({ preset: 'latest', forks, blocks: 5 })
      const before = await chain.extendBranch(1, 'before', 1)
      const side = await chain.extendBranch(3, 'side', 1)
      expect([before, side].map(({ length }) => length)).toEqual([1, 1])
      const transcripts = listsOf(await transcriptsOf(sourceOf(chain, { dialect: dialects.geth })))
      await expectServed(chain, 'geth', transcripts, 'all')
      const paramOf = (wanted: string) =>
        lists.map((method) => {
          const found = transcripts.find((each) => each.method === method && each.name === wanted)
          return found && JSON.parse(found.request).params[0]
        })
      expect(paramOf('get-first')).toEqual(['0x3', '0x3'])
      expect(paramOf('get-head')).toEqual(['0x5', '0x5'])
      expect(paramOf('error-before-fork')).toEqual(['0x0', '0x0'])
      expect(paramOf('get-side-block')).toEqual([side[0]?.hash, side[0]?.hash])
      expect(paramOf('error-above-head')).toEqual(['0x6', undefined])
      expect(paramOf('get-above-head')).toEqual([undefined, '0x6'])
      const isError = ({ response }: Transcript) => response.includes('"error":')
      expect(transcripts.filter(isError)).toEqual(
        transcripts.filter(({ name }) => name.startsWith('error-')),
      )
      const [raw, list] = lists.map((method) => {
        const found = transcripts.find(
          (each) => each.method === method && each.name === 'get-first',
        )
        return JSON.parse(found?.response as string).result
      })
      const accessList = chain.tree.byNumber(3)?.accessList
      expect(raw).toBe(`0x${Buffer.from(accessList as Uint8Array).toString('hex')}`)
      expect(list.length).toBeGreaterThan(4)
    })

    it('exist for no chain without the fork', async () => {
      const chain = await createChain({ preset: 'latest', blocks: 3 })
      expect(listsOf(await transcriptsOf(sourceOf(chain)))).toEqual([])
    })
  })

  describe('transcripts of a chain with many forks', () => {
    let chain: Chain
    let transcripts: Map<string, { params: string[]; result: Record<string, unknown> | null }>
    let blocks: Block[]
    beforeAll(async () => {
      chain = await createChain({
        blocks: 30,
        forks: { berlin: 0, london: 7, paris: 19, cancun: 23, prague: 26 },
      })
      const written = await transcriptsOf(sourceOf(chain))
      transcripts = new Map(
        written.map(({ method, name, request, response }) => [
          `${method}/${name}`,
          { params: JSON.parse(request).params, result: JSON.parse(response).result },
        ]),
      )
      blocks = Array.from({ length: 31 }, (_, number) => chain.blockByNumber(number) as Block)
    })

    it.each([
      ['london', 7],
      // Omitted forks start with the next one.
      ['arrow-glacier', 19],
      ['merge', 19],
      ['shanghai', 23],
      ['cancun', 23],
      ['prague', 26],
      ['berlin', undefined],
      ['osaka', undefined],
    ])('show the first block of the fork %s', (fork, number) => {
      const shown = transcripts.get(`eth_getBlockByNumber/get-block-${fork}-fork`)
      expect(shown?.result?.hash).toBe(number === undefined ? undefined : blocks[number]?.hash)
    })

    it.each<[string, (transaction: Transaction, index: number, block: Block) => boolean]>([
      ['get-legacy-tx', ({ type }) => type === 0],
      ['get-unprotected-tx', ({ type, chainId }) => type === 0 && chainId === undefined],
      ['get-access-list', ({ type }) => type === 1],
      ['get-dynamic-fee', ({ type }) => type === 2],
      ['get-blob-tx', ({ type }) => type === 3],
      ['get-setcode-tx', ({ type }) => type === 4],
      ['get-contract-creation', ({ to }) => to === null],
      ['get-tx-with-input', ({ to, input }) => to !== null && input.length > 2],
      ['get-tx-without-input', ({ to, input }) => to !== null && input.length === 2],
      ['get-failed-tx', (_, index, { receipts }) => receipts[index]?.status === 0],
    ])('show the first transaction of its kind: %s', (name, matches) => {
      const first = blocks
        .flatMap((block) => block.transactions.filter((each, index) => matches(each, index, block)))
        .at(0)
      expect(first).toBeDefined()
      const shown = transcripts.get(`eth_getTransactionByBlockNumberAndIndex/${name}`)
      expect(shown?.result?.hash).toBe(first?.hash)
    })

    it('show uncles, and the index past the last one', () => {
      const uncle = (name: string) => transcripts.get(`eth_getUncleByBlockNumberAndIndex/${name}`)
      const [first, second] = [1, 2].map((count) =>
        blocks.find(({ uncles }) => uncles.length >= count),
      )
      expect(uncle('get-first-uncle')?.result?.hash).toBe(first?.uncles[0]?.hash)
      expect(uncle('get-second-uncle')?.result?.hash).toBe(second?.uncles[1]?.hash)
      expect(uncle('get-past-the-end')).toEqual({
        params: [`0x${first?.header.number.toString(16)}`, `0x${first?.uncles.length}`],
        result: null,
      })
    })

    it('show blocks of other branches when requested', async () => {
      const side = transcripts.get('eth_getBlockByHash/get-side-block')?.result
        ?.hash as `0x${string}`
      const block = chain.blockByHash(side) as Block
      expect(blocks[block.header.number]?.hash).not.toBe(side)
      const receipts = (name: string) =>
        transcripts.get(`eth_getBlockReceipts/get-side-block-receipts${name}`)?.result
      expect(receipts('')).toHaveLength(block.transactions.length)
      expect(receipts('-object')).toEqual(receipts(''))
      expect(receipts('-canonical')).toBeNull()
      const without = await transcriptsOf(sourceOf(chain, { sideBranches: false }))
      expect(without.filter(({ name }) => name.includes('side-block'))).toEqual([])
      expect(without).toHaveLength(transcripts.size - 5)
    })

    it('show no block outside the requested range', async () => {
      const written = await transcriptsOf(sourceOf(chain, { from: 4, to: 12 }))
      const numbers = written.flatMap(({ response }) =>
        [...response.matchAll(/"(?:blockN|n)umber":"(0x\w+)"/g)].map(([, number]) =>
          Number(number),
        ),
      )
      expect(new Set(numbers)).toEqual(
        new Set([4, 12, ...numbers.filter((each) => each > 4 && each < 12)]),
      )
      const of = (name: string) =>
        JSON.parse(
          written.find((each) => each.name === name && each.method === 'eth_getBlockByNumber')
            ?.response as string,
        ).result
      expect(of('get-latest').hash).toBe(blocks[12]?.hash)
      expect(of('get-earliest').hash).toBe(blocks[4]?.hash)
      expect(of('get-pending')).toBeNull()
      expect(of('get-safe')).toBeNull()
      expect(of('get-block-before-first')).toBeNull()
    })

    it('are the same when written twice', async () => {
      const [one, other] = await Promise.all(
        [1, 2].map(() => exportFormat(parent, writeTranscripts, sourceOf(chain))),
      )
      expect(one).toEqual(other)
    })

    it('report progress and stop when their signal is aborted', async () => {
      const reported: string[] = []
      const controller = new AbortController()
      const onProgress = (done: number, wanted: number) => {
        reported.push(`${done}/${wanted}`)
        if (done === 3) controller.abort(new Error('enough'))
      }
      const source = sourceOf(chain, { from: 5, onProgress, signal: controller.signal })
      await expect(exportFormat(parent, writeTranscripts, source)).rejects.toThrow('enough')
      expect(reported).toEqual(['1/26', '2/26', '3/26'])
    })
  })

  it('equal those of geth for the official chain, for requests of the official tests', async () => {
    const folder = 'test/data/execution-apis'
    const chain = await officialChain()
    const written = await transcriptsOf(sourceOf(chain, { dialect: dialects.geth }))
    const shared: string[] = []
    for (const { method, name, request, response } of written) {
      const path = `${folder}/transcripts/${method}/${name}.io`
      if (!existsSync(path)) continue
      const [, theirs, answer] = readFileSync(path, 'utf8').split('\n') as [string, string, string]
      if (theirs !== `>> ${request}`) continue
      shared.push(name)
      expect(JSON.parse(response)).toStrictEqual(JSON.parse(answer.slice('<< '.length)))
    }
    expect(shared).toEqual(
      expect.arrayContaining([
        'get-genesis',
        'get-safe',
        'get-block-merge-fork',
        'get-block-receipts-n',
      ]),
    )
    expect(shared.length).toBeGreaterThan(15)
  })
})
