import { MerklePatriciaTrie } from '@ethereumjs/mpt'
import { RLP } from '@ethereumjs/rlp'
import { describe, expect, it } from 'vitest'
import { decodeBlock } from '../../../src/chain/encoding/decode.ts'
import { rawHeader, rawReceipts, rawTransaction } from '../../../src/chain/encoding/rawItems.ts'
import { toHex } from '../../../src/primitives/hex.ts'
import { keccak256 } from '../../../src/primitives/keccak.ts'
import { createTestChain, officialChain, sealedBlocksOf } from '../../support/chain.ts'

/** The root of a trie of these items by their indexes, as a header has it. */
async function stockRoot(items: readonly Uint8Array[]): Promise<string> {
  const trie = new MerklePatriciaTrie()
  for (const [index, item] of items.entries()) await trie.put(RLP.encode(index), item)
  return toHex(trie.root())
}

describe.each([
  ['a generated chain', createTestChain],
  ['the official chain', officialChain],
])('%s', (_, make) => {
  it('has headers whose hash is that of the block', async () => {
    for (const sealed of sealedBlocksOf(await make())) {
      expect(toHex(keccak256(rawHeader(sealed)))).toBe(sealed.hash)
    }
  })

  it('has transactions and receipts whose roots are those of the header', async () => {
    const types = new Set<number>()
    for (const sealed of sealedBlocksOf(await make())) {
      const { header, transactions } = decodeBlock(sealed)
      const items = transactions.map(({ type, hash }, index) => {
        types.add(type)
        const item = rawTransaction(sealed, index) as Uint8Array
        expect(toHex(keccak256(item))).toBe(hash)
        return item
      })
      expect(rawTransaction(sealed, items.length)).toBeUndefined()
      expect(await stockRoot(items)).toBe(header.transactionsRoot)
      expect(await stockRoot(rawReceipts(sealed))).toBe(header.receiptsRoot)
    }
    expect(types.size).toBeGreaterThan(2)
  })
})
