import { expect, it } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import type { SealedBlock } from '../../../src/chain/encoding/block.ts'
import { transactionHashes } from '../../../src/chain/encoding/transactionHashes.ts'
import { PathIndex } from '../../../src/chain/store/pathIndex.ts'

const { tree } = await createChain({ seed: 'path', blocks: 6, transactionsPerBlock: [1, 3] })
const path = [3, 4, 5, 6].map((number) => tree.byNumber(number) as SealedBlock)
const outside = tree.byNumber(2) as SealedBlock

it('finds each block of a path, and each of its transactions', () => {
  const index = new PathIndex()
  for (const block of path) {
    expect(index.block(path, block.hash)).toBe(block)
    for (const [at, hash] of transactionHashes(block).entries()) {
      expect(index.transaction(path, hash)).toEqual({ block, index: at })
      expect(index.block(path, hash)).toBeUndefined()
    }
    expect(index.transaction(path, block.hash)).toBeUndefined()
  }
  expect(index.block(path, outside.hash)).toBeUndefined()
  for (const hash of transactionHashes(outside)) {
    expect(index.transaction(path, hash)).toBeUndefined()
  }
})

it('finds what is added, and for a caller that knows less only what that knows', () => {
  const index = new PathIndex()
  const last = path.at(-1) as SealedBlock
  const [hash] = transactionHashes(last) as [`0x${string}`]
  const before = path.slice(0, -1)
  expect(index.block([], last.hash)).toBeUndefined()
  expect(index.transaction(before, hash)).toBeUndefined()
  expect(index.transaction(path, hash)).toEqual({ block: last, index: 0 })
  expect(index.transaction(before, hash)).toBeUndefined()
  expect(index.block(before, last.hash)).toBeUndefined()
  expect(index.block([], last.hash)).toBeUndefined()
})

it('finds the newest block with a transaction, and for a caller that knows less an older one', () => {
  const index = new PathIndex()
  const [first, second] = path as [SealedBlock, SealedBlock]
  // As where its nonce was set back, and it was sent again.
  const again: SealedBlock = { ...first, number: second.number, hash: second.hash }
  const [hash] = transactionHashes(first) as [`0x${string}`]
  expect(index.transaction([first, again], hash)).toEqual({ block: again, index: 0 })
  expect(index.transaction([first], hash)).toEqual({ block: first, index: 0 })
  expect(index.block([first], again.hash)).toBeUndefined()
})
