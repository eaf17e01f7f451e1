import { describe, expect, it } from 'vitest'
import { referenceTo } from '../../../src/chain/state/decodeNode.ts'
import { LostNodes } from '../../../src/chain/state/lostNodes.ts'
import { fromHex, type Hex } from '../../../src/primitives/hex.ts'
import { yieldToEventLoop } from '../../../src/primitives/yieldToEventLoop.ts'

const [one, two, three] = ['01', '02', '03'].map((byte) => `0x${byte.repeat(32)}` as Hex) as [
  Hex,
  Hex,
  Hex,
]

function lostOf(nodes: LostNodes): readonly Hex[] {
  return [one, two, three].filter((hash) => nodes.has(referenceTo(fromHex(hash))))
}

describe('lost nodes', () => {
  it('are those of a change while it is made again, and all others meanwhile', async () => {
    const nodes = new LostNodes(new Map())
    nodes.add(one)
    const seen: (readonly Hex[])[] = []
    const replayed = nodes.replaying(new Set([two]), async () => {
      seen.push(lostOf(nodes))
      await yieldToEventLoop()
      nodes.lose(three, 'nobody has it')
      seen.push(lostOf(nodes))
    })
    seen.push(lostOf(nodes))
    expect(await replayed).toEqual(['nobody has it'])
    expect(seen).toEqual([[two], [one], [two, three]])
    expect(lostOf(nodes)).toEqual([one, three])
  })

  it('are those of each of several changes that are made again at once', async () => {
    const nodes = new LostNodes(new Map())
    const seen: (readonly Hex[])[] = []
    const make = (hash: Hex, rounds: number) =>
      nodes.replaying(new Set([hash]), async () => {
        for (let round = 0; round < rounds; round++) await yieldToEventLoop()
        seen.push(lostOf(nodes))
      })
    await Promise.all([make(one, 1), make(two, 3)])
    expect(seen).toEqual([[one], [two]])
  })

  it('are all again for what a change has started, also after one that fails', async () => {
    const nodes = new LostNodes(new Map())
    nodes.add(one)
    let begin = (): void => {}
    const begun = new Promise<void>((resolve) => {
      begin = resolve
    })
    let later: Promise<readonly Hex[]> | undefined
    const failed = nodes.replaying(new Set([two]), () => {
      later = begun.then(() => lostOf(nodes))
      throw new Error('as before')
    })
    await expect(failed).rejects.toThrow('as before')
    await nodes.replaying(new Set([three]), async () => {
      begin()
      expect(await later).toEqual([one])
      expect(lostOf(nodes)).toEqual([three])
    })
  })
})
