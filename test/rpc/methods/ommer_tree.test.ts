import { describe, expect, onTestFinished, test } from 'vitest'
import { createFork } from '../../../src/createFork.ts'
import type { TreeBlock } from '../../../src/drawing/treeLayout.ts'
import { serve } from '../../../src/server/serve.ts'
import { serveForTests } from '../../support/serving.ts'

interface Tree {
  readonly head: { readonly number: number; readonly hash: string }
  readonly safe: object | null
  readonly pending: { readonly number: number; readonly parentHash: string } | null
  readonly blocks: readonly TreeBlock[]
}

const { server, chain } = await serveForTests({ preset: 'pow', blocks: 40 })
/** the number of the head of the chain */
const last = chain.head.header.number

function read(from: number, to: number, endpoint = server.endpoint('dev')): Promise<Tree> {
  return endpoint.request({ method: 'ommer_tree', params: [{ from, to }] }) as Promise<Tree>
}

test('lists all blocks of the main branch with what their headers say', async () => {
  const { blocks, head, pending } = await read(0, last)
  expect(head).toEqual(server.head)
  expect(pending).toMatchObject({ number: last + 1, parentHash: head.hash })
  const own = blocks.filter(({ isCanonical }) => isCanonical)
  expect(own.map(({ number }) => number)).toEqual([...Array(last + 1).keys()])
  for (const block of own) {
    const known = chain.blockByNumber(block.number)
    expect(block).toMatchObject({
      hash: known?.hash,
      parentHash: known?.header.parentHash,
      timestamp: known?.header.timestamp,
      miner: known?.header.miner,
      transactions: known?.transactions.length,
      gasUsed: Number(known?.header.gasUsed),
      gasLimit: Number(known?.header.gasLimit),
      uncles: known?.uncles.map(({ hash }) => hash),
      branch: null,
    })
  }
})

test('names the block that includes an uncle, even above the range', async () => {
  const { blocks } = await read(0, last)
  const includers = blocks.filter(({ uncles }) => uncles.length > 0)
  expect(includers).not.toEqual([])
  for (const { hash, uncles } of includers) {
    for (const uncle of uncles) {
      const found = blocks.find((each) => each.hash === uncle) as TreeBlock
      expect(found).toMatchObject({ isUncle: true, isCanonical: false, includedBy: hash })
      const { blocks: alone } = await read(found.number, found.number)
      expect(alone).toContainEqual(found)
    }
  }
})

test('shows a branch that was left after a reorg, and its label', async () => {
  const endpoint = server.endpoint('reorganized')
  const before = endpoint.head
  await endpoint.mine(2)
  await endpoint.reorg({ depth: 3 })
  const { blocks, head } = await read(before.number - 2, before.number + 3, endpoint)
  expect(head).toEqual(endpoint.head)
  const left = blocks.find(({ hash }) => hash === before.hash)
  expect(left).toMatchObject({ isCanonical: false, branch: null })
  const tip = blocks.find(({ hash }) => hash === head.hash)
  expect(tip).toMatchObject({ isCanonical: true, branch: expect.stringMatching(/^reorg-3-0x/) })
})

test('reads the blocks that only an endpoint of its own has', async () => {
  const own = await serve(chain, { port: 0, dev: true })
  const endpoint = own.endpoint('dev')
  // Other tests may have made some that all endpoints share.
  const { blocks: before } = await read(last + 1, last + 1, endpoint)
  await endpoint.mine(2)
  await endpoint.reorg({ depth: 2, length: 2 })
  const { blocks } = await read(last + 1, last + 3, endpoint)
  expect(blocks.filter(({ number }) => number === last + 1)).toHaveLength(before.length + 2)
  expect(blocks.filter(({ isCanonical }) => isCanonical)).toHaveLength(2)
  await own.close()
  const { blocks: shared } = await read(last + 1, last + 3, server.endpoint('another'))
  const known = new Set(shared.map(({ hash }) => hash))
  expect(blocks.filter(({ isCanonical, hash }) => isCanonical && known.has(hash))).toEqual([])
})

describe('refuses', () => {
  test.each([
    [[], 'missing value for required argument 0'],
    [[5], '5 is not an object such as { "from": 0, "to": 63 }'],
    [[{ from: '0x0', to: 1 }], "from: '0x0' is not a whole number of at least 0"],
    [[{ from: -1, to: 1 }], 'from: -1 is not a whole number of at least 0'],
    [[{ from: 2, to: 1 }], 'from, 2, is greater than to, 1'],
    [[{ from: 0, to: 256 }], 'a range has at most 256 numbers, have 257'],
    [[{ from: 0, to: 1, step: 1 }], 'step: there is no such member; those known are: from, to'],
  ])('%j', async (params, problem) => {
    const error = await server.request({ method: 'ommer_tree', params }).catch((each) => each)
    expect(error).toMatchObject({ code: -32602, message: expect.stringContaining(problem) })
  })
})

test('names the pinned block of a fork', async () => {
  const fork = await createFork({ rpc: server.url, block: 30 })
  const forked = await serve(fork, { port: 0 })
  onTestFinished(() => forked.close())
  const tree = await read(0, 40, forked)
  const { hash } = chain.blockByNumber(30) ?? {}
  expect(tree).toMatchObject({ pinned: { number: 30, hash }, head: { number: 30 } })
  expect(tree.blocks.map(({ number }) => number)).toEqual([30])
  expect(await read(0, last)).not.toHaveProperty('pinned')
})
