import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import type { ChainSpec } from '../../src/chain/spec/spec.ts'
import { recordChain } from '../../src/recordChain.ts'
import { serve } from '../../src/serve.ts'
import { fakeClock } from '../support/fakeClock.ts'
import { type FaultyNode, startFaultyNode } from '../support/faultyNode.ts'
import { expectedFiles, filesOf } from '../support/recordings.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'

const HEAD = 10
const spec: ChainSpec = { seed: 'resumed', preset: 'pow', transactionsPerBlock: [0, 2] }
const parent = temporaryFolder()
const enough = new Error('enough')
let node: FaultyNode
let folder: string
let count = 0
const chain = await createChain({ ...spec, blocks: HEAD })
const server = await serve(chain, { port: 0 })
const other = await serve(await createChain({ ...spec, seed: 'another', blocks: HEAD }), {
  port: 0,
})
// The same up to block 6.
const fork = await createChain({ ...spec, blocks: 6 })
await fork.build(1, (block) => {
  block.setExtraData('another miner')
})
await fork.extend(3)
const reorganized = await serve(fork, { port: 0 })
const expected = await expectedFiles(server.url, 0, HEAD)
afterAll(() => Promise.all([server, other, reorganized].map((each) => each.close())))
beforeEach(async () => {
  node = await startFaultyNode(server.url)
  folder = join(parent, String(count++))
  return () => node.close()
})

function record(options: Partial<Parameters<typeof recordChain>[1]> = {}) {
  return recordChain(node.url, { from: 0, to: HEAD, folder, clock: fakeClock(), ...options })
}

/** Interrupts a recording after some blocks. */
async function breakOff(blocks: number, options: Parameters<typeof record>[0] = {}): Promise<void> {
  const stop = new AbortController()
  const onProgress = (done: number) => {
    if (done === blocks) stop.abort(enough)
  }
  const broken = record({ concurrency: 1, onProgress, signal: stop.signal, ...options })
  await expect(broken).rejects.toBe(enough)
  expect(existsSync(folder)).toBe(false)
}

function recorded(): Record<string, string> {
  const { 'manifest.json': _, ...blocks } = filesOf(folder)
  return blocks
}

const blocksAsked = () =>
  node.asked.filter(({ params: [, full] }) => full === true).map(({ params: [number] }) => number)

describe('an interrupted recording', () => {
  it('is resumed by the same call', async () => {
    await breakOff(4)
    node.asked.splice(0)
    expect(await record({ concurrency: 1 })).toMatchObject({ reused: 4, blocks: HEAD + 1 })
    expect(blocksAsked()).toEqual(['0x4', '0x5', '0x6', '0x7', '0x8', '0x9', '0xa'])
    expect(recorded()).toEqual(expected)
    expect(readdirSync(parent).filter((name) => name.startsWith(`${count - 1}.`))).toEqual([])
  })

  it('contains only whole blocks, however it was interrupted', async () => {
    for (const blocks of [1, 2, 5]) {
      folder = join(parent, `whole-${blocks}`)
      await breakOff(blocks, { concurrency: 5 })
      const chainFolder = join(`${folder}.recording`, 'chain')
      expect(readdirSync(`${folder}.recording`).sort()).toEqual(['chain', 'recording.json'])
      expect(expected).toMatchObject(filesOf(chainFolder))
      for (const name of readdirSync(chainFolder)) {
        const files = Object.keys(expected).filter((path) => path.startsWith(`${name}/`))
        expect(Object.keys(filesOf(join(chainFolder, name)))).toHaveLength(files.length)
      }
    }
  })

  it.each<[string, (chainFolder: string) => void]>([
    ['changed', (at) => writeFileSync(join(at, '2', 'block.json'), expected['3/block.json'] ?? '')],
    ['truncated', (at) => writeFileSync(join(at, '2', 'receipts.json'), '[{')],
    ['lost', (at) => rmSync(join(at, '2', 'receipts.json'))],
  ])('is verified: a file that was %s is read again', async (_, damage) => {
    await breakOff(4)
    damage(join(`${folder}.recording`, 'chain'))
    expect(await record()).toMatchObject({ reused: 3 })
    expect(recorded()).toEqual(expected)
  })

  it('starts over when only its plan is left', async () => {
    await breakOff(2)
    rmSync(join(`${folder}.recording`, 'chain'), { recursive: true })
    expect(await record()).toMatchObject({ reused: 0 })
    expect(recorded()).toEqual(expected)
  })

  it('keeps the block that a tag named when it began', async () => {
    const growing = await createChain({ ...spec, blocks: 5 })
    const served = await serve(growing, { port: 0 })
    node.upstream = served.url
    await breakOff(2, { to: 'latest' })
    await growing.extend(2)
    const { head } = await record({ to: 'latest' })
    expect(head.number).toBe(5)
    await served.close()
  })

  it('is not mixed with another range or chain, unless it is discarded', async () => {
    await breakOff(3)
    const path = `${folder}.recording`
    const before = filesOf(path)
    const refused = { code: 'CANNOT_RECORD' }
    await expect(record({ from: 1 })).rejects.toMatchObject(refused)
    await expect(record({ to: 9 })).rejects.toMatchObject(refused)
    await expect(record({ to: 'latest' })).rejects.toMatchObject(refused)
    node.upstream = other.url
    await expect(record()).rejects.toMatchObject(refused)
    expect(filesOf(path)).toEqual(before)
    expect(await record({ restart: true })).toMatchObject({ reused: 0 })
    expect(recorded()).toEqual(await expectedFiles(other.url, 0, HEAD))
  })

  it('resumes after the node failed', async () => {
    node.fault = ({ params: [number] }) =>
      number === '0x8' ? { status: 500, body: '' } : undefined
    await expect(record({ concurrency: 1 })).rejects.toMatchObject({ code: 'RPC_REQUEST_FAILED' })
    node.fault = () => undefined
    expect(await record()).toMatchObject({ reused: 8 })
    expect(recorded()).toEqual(expected)
  })
})

describe('a reorganization', () => {
  it.each([1, 5])('during a run is followed, with %i concurrent requests', async (concurrency) => {
    const expectedNow = await expectedFiles(reorganized.url, 0, HEAD)
    expect(expectedNow).not.toEqual(expected)
    node.fault = ({ params: [number, full] }) => {
      if (number === '0x9' && full === true) node.upstream = reorganized.url
      return undefined
    }
    const { head } = await record({ concurrency })
    expect(recorded()).toEqual(expectedNow)
    expect(JSON.parse(expectedNow['10/block.json'] ?? '').hash).toBe(head.hash)
  })

  it('between two runs is followed', async () => {
    await breakOff(9)
    node.upstream = reorganized.url
    await record()
    expect(recorded()).toEqual(await expectedFiles(reorganized.url, 0, HEAD))
  })

  it('that never ends is refused, naming a block', async () => {
    // Each block is on one of the two branches.
    node.fault = ({ params: [number] }) => {
      node.upstream = Number(number) % 2 === 0 ? server.url : reorganized.url
      return undefined
    }
    const failure = { code: 'CANNOT_RECORD', block: expect.any(Number), field: 'parentHash' }
    await expect(record({ concurrency: 1 })).rejects.toMatchObject(failure)
  })
})

describe('the target folder', () => {
  it('is replaced when it is an earlier recording, or empty', async () => {
    mkdirSync(folder)
    await record({ to: 2 })
    await record({ from: 1, to: 3 })
    expect(recorded()).toEqual(await expectedFiles(server.url, 1, 3))
    const { name } = { name: String(count - 1) }
    expect(readdirSync(dirname(folder)).filter((each) => each.startsWith(name))).toContain(name)
    expect(readdirSync(parent).filter((each) => each.startsWith(`${name}.`))).toEqual([])
  })

  it.each([
    ['at the target', '', 'CANNOT_EXPORT'],
    ['during the recording', '.recording', 'CANNOT_RECORD'],
  ])('is left unchanged %s if it has files of others', async (_, suffix, code) => {
    mkdirSync(`${folder}${suffix}`)
    writeFileSync(join(`${folder}${suffix}`, 'notes.txt'), 'mine')
    for (const restart of [false, true]) {
      await expect(record({ restart })).rejects.toMatchObject({ code })
      expect(filesOf(`${folder}${suffix}`)).toEqual({ 'notes.txt': 'mine' })
    }
  })
})
