import { deserialize, serialize } from 'node:v8'
import { describe, expect, it, vi } from 'vitest'
import { Chain } from '../../src/chain/chain.ts'
import { createChain } from '../../src/chain/createChain.ts'
import type { SealedBlock } from '../../src/chain/encoding/block.ts'
import type { StoredBlock } from '../../src/chain/encoding/storedBlock.ts'
import { type PassedBlock, passBlock } from '../../src/chain/execution/passedBlocks.ts'
import type { ChainSpec } from '../../src/chain/spec/spec.ts'
import { packBlocks, unpackBlocks } from '../../src/formats/cache/packedBlocks.ts'
import { packProducer } from '../../src/formats/cache/packedProducer.ts'
import { unpackStates } from '../../src/formats/cache/packedStates.ts'
import { unpackProducer } from '../../src/formats/cache/unpackProducer.ts'
import { once } from '../../src/primitives/once.ts'

/** Enough blocks for most forks, for uncles, and for deployments of contracts that later blocks call. */
const FROM = 16
const TO = 112

/** What a chain passes on after each block that it adds, as another process receives it. */
async function passedBy(chain: Chain, to: number): Promise<PassedBlock[][]> {
  const { tree, archive } = await chain.producer()
  const passed: PassedBlock[][] = []
  while (tree.head.number < to) {
    await chain.extend(1)
    passed.push(structuredClone([...(passBlock(tree.head, tree, archive) as PassedBlock[])]))
  }
  return passed
}

/** The same chain as a process has it that has read it from the cache: without the code that builds blocks. */
async function fromCache(chain: Chain) {
  const { spec, rules, finality } = chain
  const blocks = await packBlocks(chain)
  const packed = structuredClone({ blocks, producer: await packProducer(chain) })
  const tree = unpackBlocks(packed.blocks)
  const states = unpackStates(packed.producer.states, tree)
  const producer = vi.fn(once(async () => unpackProducer(packed.producer, states, spec, tree)))
  const { genesis, accounts } = packed.blocks
  const parts = { spec, isGenerated: true, rules, finality, genesis, accounts }
  return { chain: new Chain({ ...parts, tree, states, producer }), producer }
}

async function stateRoots({ states, tree }: Chain): Promise<Uint8Array[]> {
  const roots: Uint8Array[] = []
  for (let number = 0; number <= tree.head.number; number += 7) {
    const state = await states.after(tree.byNumber(number) as SealedBlock)
    roots.push(state.root())
  }
  return roots
}

describe.each(['history', 'pow', 'latest'] as const)('a chain of the preset %s', (preset) => {
  const spec: ChainSpec = { seed: 'taken', preset, blocks: FROM }

  it('is the same with blocks that another process has built', async () => {
    const builder = await createChain(spec)
    const { chain: taker, producer } = await fromCache(builder)
    for (const passed of await passedBy(builder, TO)) {
      expect(await taker.takeOver(passed)).toBe(true)
    }

    expect(taker.head).toEqual(builder.head)
    expect(taker.tree.sideBlocks).toEqual(builder.tree.sideBlocks)
    expect(taker.contracts).toEqual(builder.contracts)
    expect(await stateRoots(taker)).toEqual(await stateRoots(builder))
    for (const { address } of builder.contracts) {
      expect(await taker.account(address)).toEqual(await builder.account(address))
    }
    const { transactions } = builder.blockByNumber(TO - 1) ?? builder.head
    for (const [index, { hash }] of transactions.entries()) {
      const { block } = taker.tree.transaction(hash) ?? {}
      expect([block?.number, taker.tree.transaction(hash)?.index]).toEqual([TO - 1, index])
    }
    expect(producer).not.toHaveBeenCalled()
  })

  it('goes on as if it had built them', async () => {
    const builder = await createChain(spec)
    const { chain: taker } = await fromCache(builder)
    for (const passed of await passedBy(builder, TO)) await taker.takeOver(passed)

    expect(await taker.pendingBlock()).toEqual(await builder.pendingBlock())
    for (const chain of [builder, taker]) {
      await chain.extend(24)
      await chain.extendBranch(TO - 3, 'other', 4)
    }
    expect(taker.head).toEqual(builder.head)
    expect(taker.tree.sideBlocks).toEqual(builder.tree.sideBlocks)
  })
})

describe('taking over a block', () => {
  const spec: ChainSpec = { seed: 'next', preset: 'pow', blocks: 2 }

  it('is refused unless the block is the next one', async () => {
    const [third, fourth] = (await passedBy(await createChain(spec), 4)) as [
      PassedBlock[],
      PassedBlock[],
    ]
    const taker = await createChain(spec)
    expect(await taker.takeOver(fourth)).toBe(false)
    expect(await taker.takeOver(third)).toBe(true)
    expect(await taker.takeOver(third)).toBe(false)
    expect(await taker.takeOver(fourth)).toBe(true)
    expect(taker.head.header.number).toBe(4)
  })

  it('keeps the object of a block to which an endpoint has moved', async () => {
    const [third] = (await passedBy(await createChain(spec), 3)) as [PassedBlock[]]
    const taker = await createChain(spec)
    const ahead = await taker.growth.child(taker.tree.head)
    expect(await taker.takeOver(third)).toBe(true)
    expect(taker.tree.head).toBe(ahead)
  })

  it('keeps nothing else of the message in which it arrived', async () => {
    const [third] = (await passedBy(await createChain(spec), 3)) as [PassedBlock[]]
    const received: PassedBlock[] = deserialize(serialize(third))
    const [{ fields }] = received as [PassedBlock]
    expect(fields.rlp.buffer.byteLength).toBeGreaterThan(fields.rlp.length)
    const taker = await createChain(spec)
    expect(await taker.takeOver(received)).toBe(true)
    const { rlp, senders, receiptsWithoutBlooms } = taker.tree.head as StoredBlock
    for (const bytes of [rlp, senders, receiptsWithoutBlooms]) {
      expect(bytes.buffer.byteLength).toBe(bytes.length)
    }
  })

  it('tells listeners before and after it, as growth does', async () => {
    const [third] = (await passedBy(await createChain(spec), 3)) as [PassedBlock[]]
    const taker = await createChain(spec)
    const heads: string[] = []
    const note = (when: string) => heads.push(`${when} ${taker.tree.head.number}`)
    taker.growth.onExtending(async () => void note('before'))
    taker.growth.onExtended(() => note('after'))
    await taker.takeOver(third)
    expect(heads).toEqual(['before 2', 'after 3'])
  })
})

it('passes on nothing that it has not built', async () => {
  const { tree, producer } = await createChain({ seed: 'next', preset: 'pow', blocks: 3 })
  const { states } = (await producer()).archive
  expect(passBlock(tree.head, tree, { states, progress: new Map() })).toBeUndefined()
})
