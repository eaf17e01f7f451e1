import { describe, expect, it } from 'vitest'
import type { Account } from '../../../src/chain/accounts.ts'
import { createChain } from '../../../src/chain/createChain.ts'
import type { SealedBlock } from '../../../src/chain/encoding/block.ts'
import { blockWithAccessList } from '../../../src/chain/encoding/blockWithAccessList.ts'
import { importChain } from '../../../src/chain/import/importChain.ts'
import { readRlp } from '../../../src/primitives/readRlp.ts'
import { EMPTY_LIST, encodeRlp, type RlpItem } from '../../../src/primitives/rlp.ts'
import { sealedBlock, sharedChain } from '../../support/chain.ts'

/** Code of a contract whose creation reads the slots from 6000 to 1. */
const READS_6000_SLOTS = '0x6117705b8054506001900380600357'

describe('the access list of an imported block', async () => {
  const forks = { bpo2: 0, amsterdam: 2, paris: 0 }
  const chain = await sharedChain({ preset: 'latest', forks, blocks: 3, seed: 'imported' })
  const blocks = [1, 2, 3].map((number) => sealedBlock(chain, number))

  const load = (rlps: readonly Uint8Array[]) =>
    importChain(chain.genesis as NonNullable<typeof chain.genesis>, chain.rules, rlps, {})

  /** The last block with another list. */
  const withList = (accessList: Uint8Array) => [
    ...blocks.slice(0, 2).map(({ rlp }) => rlp),
    blockWithAccessList({ rlp: (blocks[2] as SealedBlock).rlp, accessList }),
  ]

  it('is computed, whether the file has it or not', async () => {
    for (const rlps of [blocks.map(({ rlp }) => rlp), blocks.map(blockWithAccessList)]) {
      const { tree } = await load(rlps)
      expect(tree.head.hash).toBe(blocks[2]?.hash)
      expect(tree.head.accessList).toEqual(blocks[2]?.accessList)
      expect(tree.head.rlp).toEqual(blocks[2]?.rlp)
    }
  })

  const items = () => readRlp(blocks[2]?.accessList as Uint8Array) as RlpItem[][]

  it('is refused where it differs, with the place', async () => {
    const [first, second, ...rest] = items()
    const unordered = encodeRlp([second, first, ...rest] as never)
    await expect(load(withList(unordered))).rejects.toThrow(
      /block 3: accessList: entry 0: its address is 0x/,
    )
    const shorter = encodeRlp([first, second, ...rest].slice(0, -1) as never)
    await expect(load(withList(shorter))).rejects.toThrow(/entry \d+: it is absent/)
    const longer = encodeRlp([first, second, ...rest, first] as never)
    await expect(load(withList(longer))).rejects.toThrow('the block accesses no more accounts')
    const changed = items()
    changed[0] = [changed[0]?.[0], [], [], [], [], []] as never
    await expect(load(withList(encodeRlp(changed as never)))).rejects.toThrow(
      /entry 0: the (storage changes|storage reads|balances|nonces) of 0x/,
    )
  })

  it('is refused if it is no list of entries, however many items it has', async () => {
    const many = encodeRlp([Array.from({ length: 100_000 }, () => new Uint8Array(0))] as never)
    await expect(load(withList(many))).rejects.toThrow(
      'block 3: accessList: entry 0: it is not a list of an address, storage changes, storage reads, balances, nonces, codes',
    )
    const damaged = encodeRlp(items() as never)
    damaged[damaged.length - 6] = 0xbf
    await expect(load(withList(damaged))).rejects.toThrow(/block 3: accessList: entry \d+: /)
  })

  it('may have items of one byte each', async () => {
    const own = await createChain({ preset: 'latest', forks, blocks: 3, gasLimit: 30_000_000 })
    const from = own.accounts[0] as Account
    await own.build(1, (block) => block.add({ from, data: READS_6000_SLOTS, gas: 16_000_000n }))
    const four = [1, 2, 3, 4].map((number) => sealedBlock(own, number))
    expect(four[3]?.accessList?.length).toBeLessThan(4 * 6000)
    const { genesis, rules } = own
    const { tree } = await importChain(genesis as never, rules, four.map(blockWithAccessList), {})
    expect(tree.head.hash).toBe(four[3]?.hash)
  })

  it('is refused before Amsterdam', async () => {
    const early = blockWithAccessList({
      rlp: (blocks[0] as SealedBlock).rlp,
      accessList: EMPTY_LIST,
    })
    await expect(load([early])).rejects.toThrow(
      'block 1: accessList: it exists, but blocks have none before Amsterdam',
    )
  })
})
