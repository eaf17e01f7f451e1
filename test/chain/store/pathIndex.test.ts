import { expect, it } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import type { SealedBlock } from '../../../src/chain/encoding/block.ts'
import { transactionHashes } from '../../../src/chain/encoding/transactionHashes.ts'
import { PathIndex } from '../../../src/chain/store/pathIndex.ts'

const { tree } = await createChain({ seed: 'path', blocks: 6, transactionsPerBlock: [1, 3] })
const path = [3, 4, 5, 6].map((number) => tree.byNumber(number) as SealedBlock)
const outside = tree.byNumber(2) as SealedBlock

it('finds each transaction of a path, and no others', () => {
  const index = new PathIndex()
  for (const block of path) {
    for (const [at, hash] of transactionHashes(block).entries()) {
      expect(index.transaction(path, hash)).toEqual({ block, index: at })
    }
    expect(index.transaction(path, block.hash)).toBeUndefined()
  }
  for (const hash of transactionHashes(outside)) {
    expect(index.transaction(path, hash)).toBeUndefined()
  }
})

it('finds what is added to the path', () => {
  const index = new PathIndex()
  const last = path.at(-1) as SealedBlock
  const [hash] = transactionHashes(last) as [`0x${string}`]
  expect(index.transaction(path.slice(0, -1), hash)).toBeUndefined()
  expect(index.transaction(path, hash)).toEqual({ block: last, index: 0 })
})

it('finds the newest block with a transaction', () => {
  const index = new PathIndex()
  const [first, second] = path as [SealedBlock, SealedBlock]
  // As where its nonce was set back, and it was sent again.
  const again: SealedBlock = { ...first, number: second.number, hash: second.hash }
  const [hash] = transactionHashes(first) as [`0x${string}`]
  expect(index.transaction([first], hash)).toEqual({ block: first, index: 0 })
  expect(index.transaction([first, again], hash)).toEqual({ block: again, index: 0 })
})
