import { describe, expect, test } from 'vitest'
import type { SealedBlock } from '../../src/chain/encoding/block.ts'
import { Overlay } from '../../src/chain/private/overlay.ts'
import { Endpoint } from '../../src/endpoint/endpoint.ts'
import { type PrunedStateStyle, PrunedView, StaleView } from '../../src/faults/otherViews.ts'
import { ViewError } from '../../src/faults/viewError.ts'
import { createTestChain } from '../support/chain.ts'

const chain = await createTestChain()
const endpoint = new Endpoint('dev', new Overlay(chain))
const { head } = endpoint
const side = chain.tree.sideBlocks[0] as SealedBlock

/** Every lookup of a view, with the block that the endpoint itself finds. */
const lookups = (view: PrunedView | Endpoint, block: SealedBlock) => [
  () => view.blockByNumber(block.number),
  () => view.blockByHash(block.hash),
  () => view.canonicalChain()(block.number),
]

const messages: Record<PrunedStateStyle, (root: string) => string> = {
  missingTrieNode: (root) =>
    `missing trie node ${root} (path ) state 0x${root} is not available, not found`,
  historicalState: (root) => `historical state ${root} is not available`,
}

describe.each(Object.entries(messages))('a view without old states: %s', (style, message) => {
  const view = new PrunedView(endpoint, 3, style as PrunedStateStyle)

  test('finds the newest blocks', async () => {
    for (let { number } = head; number > head.number - 3; number--) {
      const block = chain.tree.byNumber(number) as SealedBlock
      for (const look of lookups(view, block)) expect(look()).toBe(block)
    }
    expect(view.blockByTag('latest')).toBe(head)
    expect(view.head).toBe(head)
    expect((await view.pendingBlock())?.number).toBe(head.number + 1)
  })

  test('fails for older blocks, with the root of their state', () => {
    for (const block of [chain.tree.byNumber(head.number - 3) as SealedBlock, chain.tree.first]) {
      const stateRoot = chain.blockByHash(block.hash)?.header.stateRoot as string
      const error = { code: -32000, message: message(stateRoot.slice(2)) }
      for (const look of lookups(view, block)) {
        expect(look).toThrow(ViewError)
        expect(look).toThrow(expect.objectContaining({ error }))
      }
    }
    expect(() => view.blockByTag('earliest')).toThrow(ViewError)
    expect(() => view.blockByHash(side.hash)).toThrow(ViewError)
  })

  test('finds nothing where nothing is', () => {
    expect(view.blockByNumber(head.number + 1)).toBeUndefined()
    expect(view.blockByHash(`0x${'0'.repeat(64)}`)).toBeUndefined()
  })
})

test('a view without any state fails for every block', async () => {
  const view = new PrunedView(endpoint, 0, 'missingTrieNode')
  expect(view.head).toBe(head)
  expect(() => view.blockByTag('latest')).toThrow(ViewError)
  expect(() => view.blockByNumber(head.number)).toThrow(ViewError)
  await expect(view.pendingBlock()).rejects.toThrow(ViewError)
})

test('a view without old states has no recorded responses', () => {
  const recordedAnswers = new Map([['eth_getBalance["0x…"]', '"0x5"']])
  const recorded = Object.create(endpoint, { recordedAnswers: { value: recordedAnswers } })
  expect(new PrunedView(recorded, 3, 'missingTrieNode').recordedAnswers).toBeUndefined()
})

test('a view that keeps more states than the chain has blocks finds them all', () => {
  const view = new PrunedView(endpoint, head.number + 1, 'missingTrieNode')
  expect(view.blockByTag('earliest')).toBe(chain.tree.first)
})

test('a stale view does not have the newest blocks', () => {
  const view = new StaleView(endpoint, 2)
  const older = chain.tree.byNumber(head.number - 2)
  expect(view.blockByTag('latest')).toBe(older)
  expect(view.blockByNumber(head.number - 1)).toBeUndefined()
  expect(view.blockByHash(head.hash)).toBeUndefined()
  expect(view.blockByHash((older as SealedBlock).hash)).toBe(older)
})
