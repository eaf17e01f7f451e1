import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import { FixtureError } from '../../../src/formats/fixtureError.ts'
import { splitChainRlp } from '../../../src/formats/hive/chainRlp.ts'
import { importHive } from '../../../src/formats/hive/importHive.ts'
import { Random } from '../../../src/primitives/random.ts'
import { encodeRlp } from '../../../src/primitives/rlp.ts'
import { exportHive } from '../../support/exportHive.ts'
import { failureOf } from '../../support/failureOf.ts'
import { sized } from '../../support/sized.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'

const official = 'test/data/execution-apis'
const file = readFileSync(join(official, 'chain.rlp'))
const blocks = splitChainRlp(file)
const folder = temporaryFolder()
const chainPath = join(folder, 'chain.rlp')

beforeEach(() => cpSync(official, folder, { recursive: true }))

/** The error line of an import. */
async function refusal(): Promise<FixtureError> {
  const error = await failureOf(importHive(folder))
  expect(error).toBeInstanceOf(FixtureError)
  expect(error.message).toMatch(/^\S+\/(genesis\.json|chain\.rlp|headfcu\.json): [^\n]+$/)
  return error as FixtureError
}

/** Number of the block that contains a byte of chain.rlp. */
function blockAt(offset: number): number {
  let end = 0
  return (
    1 +
    blocks.findIndex((block) => {
      end += block.length
      return offset < end
    })
  )
}

function write(changed: readonly Uint8Array[]): void {
  writeFileSync(chainPath, Buffer.concat(changed))
}

describe('a damaged chain.rlp', () => {
  it('is refused with one bit flipped anywhere, at that block or at the next, which does not follow', async () => {
    const random = new Random('flipped bits')
    for (let flip = 0; flip < sized(2, 100); flip++) {
      const damaged = Buffer.from(file)
      const offset = random.below(file.length)
      const bit = random.below(8)
      damaged[offset] = (damaged[offset] as number) ^ (1 << bit)
      writeFileSync(chainPath, damaged)
      const { message, location } = await refusal()
      const number = blockAt(offset)
      const where = `byte ${offset}, bit ${bit}, in block ${number}: ${message}`
      const expected = new RegExp(
        `^(block ${number}: (?!parentHash)|block ${number + 1}: parentHash|params.*headBlockHash)`,
      )
      // Only a flipped parent hash is reported at the block itself.
      if (location !== `block ${number}: parentHash`) expect(location, where).toMatch(expected)
      if (location.startsWith('params')) expect(number, where).toBe(blocks.length)
    }
  })

  it('is refused when truncated', async () => {
    const random = new Random('cuts')
    for (let cut = 0; cut < 20; cut++) {
      const length = random.between(1, file.length - 1)
      writeFileSync(chainPath, file.subarray(0, length))
      const { location } = await refusal()
      const isWhole = blockAt(length) > blockAt(length - 1)
      expect(location).toBe(isWhole ? 'params[0].headBlockHash' : `block ${blockAt(length)}: rlp`)
    }
  })

  it.each<[string, string, () => void]>([
    ['no file', '', () => rmSync(chainPath)],
    ['text', 'block 1: rlp', () => writeFileSync(chainPath, 'hello')],
    ['a missing block', 'block 7: parentHash', () => write(blocks.toSpliced(6, 1))],
    ['a duplicate block', 'block 8: parentHash', () => write(blocks.toSpliced(7, 0, at(6)))],
    ['an empty list', 'block 2: rlp', () => write(blocks.toSpliced(1, 0, encodeRlp([])))],
    [
      'bytes instead of a header',
      'block 2: header',
      () => write([at(0), encodeRlp([text, [], []])]),
    ],
    ['a header without fields', 'block 2: header', () => write([at(0), encodeRlp([[], [], []])])],
    [
      'bytes instead of transactions',
      'block 2: transactions',
      () => write([at(0), encodeRlp([[], text, []])]),
    ],
    ['deeply nested lists', 'block 2: rlp', () => write([at(0), nested(60_000)])],
    [
      'a length beyond all memory',
      'block 2: rlp',
      () => write([at(0), Buffer.from('ff'.repeat(9), 'hex')]),
    ],
    ['a truncated length', 'block 2: rlp', () => write([at(0), Buffer.from('f9ff', 'hex')])],
  ])('is refused with %s', async (_, location, damage) => {
    damage()
    expect(await refusal()).toMatchObject({ file: chainPath, location })
  })

  it('is refused with a block of another chain', async () => {
    const other = await createChain({ seed: 'other', preset: 'eras', blocks: 12 })
    write(blocks.toSpliced(11, 1, other.tree.byNumber(12)?.rlp as Uint8Array))
    expect(await refusal()).toMatchObject({ file: chainPath, location: 'block 12: parentHash' })
  })

  it('is refused with the genesis of another chain', async () => {
    await exportHive(await createChain({ seed: 'other', blocks: 1 }), join(folder, 'other'))
    cpSync(join(folder, 'other', 'genesis.json'), join(folder, 'genesis.json'))
    const error = await refusal()
    expect(error).toMatchObject({ file: chainPath, location: 'block 1: parentHash' })
    expect(error.message).toContain('genesis')
  })

  const text = Buffer.from('text')

  function at(index: number): Uint8Array {
    return blocks[index] as Uint8Array
  }

  /** Nested lists, each with one item. */
  function nested(depth: number): Uint8Array {
    let list = Buffer.from('c0', 'hex')
    const headers: Buffer[] = []
    let length = list.length
    for (let level = 0; level < depth; level++) {
      const digits = length.toString(16).padStart(8, '0')
      const header = Buffer.from(length < 56 ? (0xc0 + length).toString(16) : `fb${digits}`, 'hex')
      headers.push(header)
      length += header.length
    }
    list = Buffer.concat([...headers.reverse(), list])
    return list
  }
})
