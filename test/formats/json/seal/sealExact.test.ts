import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Chain } from '../../../../src/chain/chain.ts'
import { createChain } from '../../../../src/chain/createChain.ts'
import type { SealedBlock } from '../../../../src/chain/encoding/block.ts'
import { headerOf } from '../../../../src/chain/encoding/decode/headerOf.ts'
import type { BlockTree } from '../../../../src/chain/store/tree.ts'
import { writtenDialects } from '../../../../src/endpoint/dialects/dialects.ts'
import { writeBlockText } from '../../../../src/endpoint/dialects/text/blockText.ts'
import { exportChain } from '../../../../src/exportChain.ts'
import type { BlockTexts } from '../../../../src/formats/json/blockJson.ts'
import { sealExact } from '../../../../src/formats/json/seal/sealExact.ts'
import { loadChain } from '../../../../src/formats/loadChain.ts'
import { toHex } from '../../../../src/primitives/hex.ts'
import { changeJson, coverUp } from '../../../support/fixtureDamage.ts'
import { temporaryFolder } from '../../../support/temporaryFolder.ts'

const parent = temporaryFolder()

const chain = await createChain({ seed: 'exact', preset: 'history', blocks: 60 })
await chain.extendBranch(40, 'other', 3)

/** What the tree has of each block. */
function blocksOf({ tree }: Chain): unknown[] {
  const blocks = [...(tree as BlockTree).blocks] as SealedBlock[]
  return blocks
    .map(({ hash, rlp, receiptsRlp, senders, totalDifficulty }) => [
      hash,
      toHex(rlp),
      toHex(receiptsRlp),
      toHex(senders),
      totalDifficulty,
    ])
    .sort()
}

describe.each(writtenDialects)('a chain in the dialect $name', ({ name: dialect }) => {
  it.each([
    { format: 'json' },
    { format: 'json', pretty: true },
    { format: 'bundle' },
    { format: 'bundle', pretty: true },
  ] as const)('is loaded with the same bytes from %o', async (options) => {
    const folder = join(parent, `${dialect}-${JSON.stringify(options).replaceAll(/\W/g, '')}`)
    await exportChain(chain, folder, { ...options, dialect })
    for (const verifySignatures of [false, true]) {
      const loaded = await loadChain(folder, { verifySignatures })
      expect(blocksOf(loaded)).toEqual(blocksOf(chain))
      expect(loaded.writtenAs).toBe(dialect)
      const { hash } = chain.blockByNumber(60)?.transactions[0] ?? {}
      expect(loaded.tree.transaction(hash as `0x${string}`)?.block.number).toBe(60)
    }
  })
})

/** A text with one character changed, or removed, or without its end. */
function* changes(text: Uint8Array): Generator<Uint8Array> {
  // A hex digit, a quote, a bracket, a letter of a name: each is changed somewhere.
  for (let at = 0; at < text.length; at += 29) {
    const changed = text.slice()
    changed[at] = changed[at] === 0x31 ? 0x32 : 0x31
    yield changed
    yield Buffer.concat([text.subarray(0, at), text.subarray(at + 1)])
    yield text.subarray(0, at)
  }
}

describe.each(writtenDialects)('a text in the dialect $name', (dialect) => {
  const blocks = [...(chain.tree as BlockTree).blocks] as SealedBlock[]
  const seal = (block: SealedBlock, texts: BlockTexts) => {
    const source = {
      texts,
      get json(): never {
        throw new Error('it was parsed')
      },
    }
    const { difficulty } = headerOf(block)
    return sealExact(source, texts, {
      dialect,
      signatures: false,
      chainId: chain.rules.chainId,
      totalDifficultyBefore: block.totalDifficulty - difficulty,
    })
  }

  it('is read without being parsed', async () => {
    for (const block of blocks) {
      const sealed = await seal(block, writeBlockText(block, dialect))
      expect(toHex(sealed?.sealed.rlp as Uint8Array)).toBe(toHex(block.rlp))
    }
  })

  it('is not read if one character differs', async () => {
    const sample = blocks.filter(({ number }) => number % 12 === 7)
    for (const each of sample) {
      const texts = writeBlockText(each, dialect)
      for (const block of changes(texts.block)) {
        expect((await seal(each, { ...texts, block })) === undefined).toBe(true)
      }
      for (const receipts of changes(texts.receipts)) {
        expect((await seal(each, { ...texts, receipts })) === undefined).toBe(true)
      }
      const uncles = [...texts.uncles, texts.block]
      expect(await seal(each, { ...texts, uncles })).toBeUndefined()
    }
  })
})

it('takes senders from files with the right digests, unless signatures are verified', async () => {
  const folder = join(parent, 'sender')
  await exportChain(chain, folder, { format: 'json', dialect: 'geth' })
  const number = Array.from({ length: 60 }, (_, index) => index).find(
    (each) => typeof chain.blockByNumber(each)?.transactions[0]?.to === 'string',
  )
  const from = `0x${'12'.repeat(20)}`
  const changeFirst = ([first, ...rest]: object[]) => [{ ...first, from }, ...rest]
  changeJson(join(folder, `${number}/receipts.json`), changeFirst)
  changeJson(
    join(folder, `${number}/block.json`),
    ({ transactions, ...block }: { transactions: object[] }) => {
      // The order of the fields must stay the same.
      const { uncles, withdrawals, ...before } = block as Record<string, unknown>
      return { ...before, transactions: changeFirst(transactions), uncles, withdrawals }
    },
  )
  await expect(loadChain(folder)).rejects.toThrow('it was altered')
  coverUp(folder)
  const loaded = await loadChain(folder)
  expect(loaded.blockByNumber(number as number)?.transactions[0]?.from).toBe(from)
  await expect(loadChain(folder, { verifySignatures: true })).rejects.toMatchObject({
    location: `block ${number}: transactions[0].from`,
  })
})
