import { describe, expect, it } from 'vitest'
import { StoredBlock } from '../../../../src/chain/encoding/storedBlock.ts'
import { presetNames } from '../../../../src/chain/spec/presets.ts'
import type { BlockTree } from '../../../../src/chain/store/tree.ts'
import { dialects, writtenDialects } from '../../../../src/endpoint/dialects/dialects.ts'
import { writeBlockText } from '../../../../src/endpoint/dialects/text/blockText.ts'
import { readBlock } from '../../../../src/endpoint/readBlock.ts'
import { officialChain, sharedChain } from '../../../support/chain.ts'
import { sized } from '../../../support/sized.ts'

/** Compares the text of each block, in each dialect, with that of the objects. */
function compareTexts(tree: BlockTree): number {
  let blocks = 0
  for (const block of tree.blocks) {
    for (const dialect of writtenDialects) {
      const view = readBlock(block)(dialect)
      const { block: text, receipts, uncles } = writeBlockText(block, dialect)
      expect(asText(text)).toBe(JSON.stringify(view.block({ full: true, pending: false })))
      expect(asText(receipts)).toBe(JSON.stringify(view.receipts()))
      const uncleObjects = Array.from({ length: view.uncleCount }, (_, index) => view.uncle(index))
      expect(uncles.map(asText)).toEqual(uncleObjects.map((uncle) => JSON.stringify(uncle)))
    }
    blocks++
  }
  return blocks
}

function asText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}

describe('writeBlockText', () => {
  it.each(presetNames)(
    'writes what JSON.stringify writes of objects: preset %s',
    async (preset) => {
      const chain = await sharedChain({ seed: 'text', preset, blocks: sized(60, 400) })
      expect(compareTexts(chain.tree as BlockTree)).toBeGreaterThan(60)
    },
  )

  it('writes what JSON.stringify writes of objects: a chain of geth', async () => {
    const { tree } = await officialChain()
    expect(compareTexts(tree as BlockTree)).toBeGreaterThan(40)
  })

  it('writes the same for a block that is not stored yet, with the blooms of its receipts', async () => {
    const { tree } = await sharedChain({ seed: 'text', preset: 'latest', blocks: sized(60, 400) })
    const stored = tree.head as StoredBlock
    const sealed = { ...stored, receiptsRlp: stored.receiptsRlp }
    expect(stored).toBeInstanceOf(StoredBlock)
    expect(writeBlockText(sealed, dialects.geth)).toEqual(writeBlockText(stored, dialects.geth))
  })
})
