import { describe, expect, it } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import type { SealedBlock } from '../../../src/chain/encoding/block.ts'
import { decodeBlock } from '../../../src/chain/encoding/decode.ts'

const spec = { seed: 'growth', blocks: 8, preset: 'pow', transactionsPerBlock: [1, 3] } as const

describe('ChildBlocks', () => {
  it('makes the blocks that the chain later contains, with uncles, and the chain reuses them', async () => {
    const ahead = await createChain(spec)
    const { children, tree } = ahead
    let head = tree.head
    for (let step = 0; step < 8; step++) head = await children.child(head)
    expect(tree.head.number).toBe(8)
    expect(children.existing(tree.head)?.number).toBe(9)
    const whole = await createChain({ ...spec, blocks: 18 })
    expect(head).toEqual(whole.tree.byNumber(16))
    await ahead.extend(10)
    expect(tree.head).toEqual(whole.tree.head)
    expect(tree.byNumber(16)).toBe(head)
    expect(tree.sideBlocks).toEqual(whole.tree.sideBlocks)
    for (const { hash } of decodeBlock(head).transactions) {
      expect(tree.transaction(hash)).toEqual(whole.tree.transaction(hash))
    }
  })

  it('gives all callers the same child, and another for another time or branch', async () => {
    const { children, tree } = await createChain(spec)
    const parent = tree.byNumber(5) as SealedBlock
    expect(children.existing(parent)).toBe(tree.byNumber(6))
    const wanted = { branch: { label: 'x', replaces: tree.head } }
    expect(children.existing(parent, wanted)).toBeUndefined()
    const [one, same] = await Promise.all([
      children.child(parent, wanted),
      children.child(parent, wanted),
    ])
    expect(same).toBe(one)
    expect(children.existing(parent, wanted)).toBe(one)
    const others = await Promise.all([
      children.child(parent),
      children.child(parent, { branch: { label: 'y' } }),
      children.child(parent, { ...wanted, time: { later: 3 } }),
      children.child(parent, { time: { after: 2 } }),
    ])
    expect(new Set([one, ...others]).size).toBe(5)
    const after = await children.child(one)
    expect(after.parentHash).toBe(one.hash)
    expect(await children.child(one, wanted)).toBe(after)
  })

  it('continues from uncles and from named branches', async () => {
    const chain = await createChain(spec)
    const again = await createChain(spec)
    const [named] = await chain.extendBranch(4, 'named', 1)
    await again.extendBranch(4, 'named', 1)
    const hash = named?.hash ?? '0x'
    const child = await chain.children.child(chain.tree.byHash(hash) as SealedBlock)
    expect(child.parentHash).toBe(hash)
    await again.extend(2)
    expect(await again.children.child(again.tree.byHash(hash) as SealedBlock)).toEqual(child)
  })

  it('keeps its blocks when blocks built by hand lead the chain elsewhere', async () => {
    const chain = await createChain(spec)
    const made = await chain.children.child(chain.tree.head)
    await chain.build(1, (block) => block.setExtraData('by hand'))
    expect(chain.tree.head.number).toBe(9)
    expect(chain.tree.head.hash).not.toBe(made.hash)
    expect(chain.tree.byHash(made.hash)).toBe(made)
    expect((await chain.children.child(made)).parentHash).toBe(made.hash)
  })

  it('loses nothing when building by hand fails', async () => {
    const chain = await createChain({ ...spec, transactionsPerBlock: [0, 0], uncleRate: [0, 1] })
    const made = await chain.children.child(chain.tree.head)
    const failure = new Error('no')
    // An empty block built by hand equals the existing block.
    const building = chain.build(2, (_block, index) => {
      if (index === 1) throw failure
    })
    await expect(building).rejects.toBe(failure)
    expect(chain.tree.byHash(made.hash)).toBe(made)
  })

  it('keeps the state of the newest blocks, however far below the head of the chain', async () => {
    const chain = await createChain({ ...spec, blocks: 24 })
    const { archive } = await chain.blockFactory()
    chain.keepStates(1)
    const isKept = ({ hash }: SealedBlock) =>
      [...archive.states.kept].some(([kept]) => kept === hash)
    const low = chain.tree.byNumber(3) as SealedBlock
    expect(isKept(low)).toBe(false)
    let side = low
    const sides: SealedBlock[] = []
    for (let step = 0; step < 10; step++) {
      side = await chain.children.child(side, { branch: { label: 'low' } })
      sides.push(side)
    }
    expect(sides.slice(-8).every(isKept)).toBe(true)
    expect(isKept(sides[0] as SealedBlock)).toBe(false)
  })

  it('adds nothing when a request is refused', async () => {
    const { children, tree } = await createChain(spec)
    const before = [...tree.sideBlocks]
    for (const time of [{ after: 0 }, { at: 0 }, { later: 2 ** 42 }, { at: 1.5 }]) {
      await expect(children.child(tree.head, { time })).rejects.toMatchObject({
        code: 'INVALID_HEADER',
        message: expect.stringMatching(/^block 9: timestamp \S+ is not from \d+ to \d+$/),
      })
    }
    expect(tree.sideBlocks).toEqual(before)
  })
})

describe('chain.extendBranch', () => {
  it('starts at the requested time', async () => {
    const chain = await createChain(spec)
    const fork = chain.blockByNumber(5)
    const timestamp = (fork?.header.timestamp ?? 0) + 777
    const branch = await chain.extendBranch(5, 'later', 2, { timestamp })
    expect(branch[0]?.header.timestamp).toBe(timestamp)
    expect(branch[1]?.header.timestamp).toBeGreaterThan(timestamp)
    expect(await chain.extendBranch(5, 'later', 2, { timestamp })).toEqual(branch)
    const [usual] = await chain.extendBranch(5, 'later', 1)
    expect(usual?.hash).not.toBe(branch[0]?.hash)
    const early = chain.extendBranch(5, 'later', 1, { timestamp: fork?.header.timestamp })
    await expect(early).rejects.toMatchObject({ code: 'INVALID_HEADER' })
  })
})
