import { expect, it } from 'vitest'
import type { SealedBlock } from '../../../src/chain/encoding/block.ts'
import { StoredBlock } from '../../../src/chain/encoding/storedBlock.ts'

const receiptsWithoutBlooms = new Uint8Array([0xc0])

function stored(rlp: Uint8Array): StoredBlock {
  const hash = `0x${'01'.repeat(32)}` as const
  const senders = new Uint8Array([9, 8])
  const numbers = { number: 1, totalDifficulty: 0n, blobGasPrice: 1n }
  const block = { ...numbers, hash, parentHash: hash, rlp, senders, receiptsWithoutBlooms }
  return new StoredBlock(block as never as SealedBlock)
}

it('keeps the bytes of a block in one buffer', () => {
  const { rlp, senders, receiptsWithoutBlooms } = stored(new Uint8Array([0xc1, 0x80]))
  expect([rlp, senders, receiptsWithoutBlooms].map((each) => [...each])).toEqual([
    [0xc1, 0x80],
    [9, 8],
    [0xc0],
  ])
  expect(new Set([rlp, senders, receiptsWithoutBlooms].map(({ buffer }) => buffer)).size).toBe(1)
  expect(rlp.buffer.byteLength).toBe(5)
})

it('leaves bytes in a buffer with others, such as that of a file', () => {
  const file = new Uint8Array([0, 0xc1, 0x80, 0])
  expect(stored(file.subarray(1, 3)).rlp.buffer).toBe(file.buffer)
})
