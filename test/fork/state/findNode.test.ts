import { describe, expect, it } from 'vitest'
import { referenceTo } from '../../../src/chain/state/decodeNode.ts'
import { LostNodes } from '../../../src/chain/state/lostNodes.ts'
import { findNode, type NodeReads } from '../../../src/fork/state/findNode.ts'
import { fromHex, type Hex, toWord } from '../../../src/primitives/hex.ts'
import { keccak256, keccakReady } from '../../../src/primitives/keccak.ts'
import { UpstreamError } from '../../../src/primitives/upstreamError.ts'

await keccakReady
const reference = referenceTo(Buffer.alloc(32, 1))
const address: Hex = `0x${'ab'.repeat(20)}`
const key = Buffer.from(`c0ffee${'00'.repeat(29)}`, 'hex').toString('latin1')

/** Which proofs are read to find a node, and whether it counts as lost. */
async function find(
  depth: number,
  of: Hex | undefined,
  has: boolean,
  {
    path = key,
    readRange = async () => ({ problem: 'no' }),
    signal,
  }: { path?: string } & Partial<NodeReads> = {},
) {
  const read: [Hex, readonly Hex[]][] = []
  const nodes = new Map<string, Uint8Array>()
  const known = { nodes, lost: new LostNodes(nodes) }
  await findNode({ address: of, reference, key: path, depth }, known, {
    readRange,
    signal,
    async readProof(...asked) {
      read.push(asked)
      if (has) known.nodes.set(reference, new Uint8Array(1))
    },
  })
  return { read, isLost: known.lost.has(reference), node: known.nodes.get(reference) }
}

const hashOf = (name: Hex) => Buffer.from(keccak256(fromHex(name))).toString('hex')

describe('a node that no proof has shown', () => {
  it('is read with a slot whose path leads through it', async () => {
    const { read, isLost } = await find(3, address, true)
    expect(read).toHaveLength(1)
    const [[account, [slot]]] = read as [[Hex, [Hex]]]
    expect([account, hashOf(slot).slice(0, 3), isLost]).toEqual([address, 'c0f', false])
  })

  it('is read with an account whose path leads through it', async () => {
    const { read } = await find(2, undefined, true)
    const [[account, slots]] = read as [[Hex, readonly Hex[]]]
    expect([hashOf(account).slice(0, 2), slots]).toEqual(['c0', []])
  })

  it('is read with a slot up to six nibbles below the root', async () => {
    // The first names are searched first.
    const near = keccak256(fromHex(toWord(4321)))
    const { read } = await find(6, address, true, { path: Buffer.from(near).toString('latin1') })
    expect(read).toEqual([[address, [toWord(4321)]]])
  })

  it('is made of the slots below it, however deep, if the node lists them', async () => {
    const made = Uint8Array.of(0xc0)
    const found = await find(40, address, true, { readRange: async () => ({ made }) })
    expect(found).toEqual({ read: [], isLost: false, node: made })
  })

  it('is searched until nobody wants it', async () => {
    const reason = new Error('closed')
    for (const depth of [3, 6]) {
      const path = Buffer.from('ff'.repeat(32), 'hex').toString('latin1')
      const found = find(depth, address, true, { path, signal: AbortSignal.abort(reason) })
      await expect(found).rejects.toBe(reason)
    }
  })

  it('is not lost because of a failure that may pass', async () => {
    const failure = new UpstreamError('busy')
    const readRange = async () => ({ problem: 'busy', failure })
    await expect(find(7, address, true, { readRange })).rejects.toBe(failure)
    await expect(find(4, address, false, { readRange })).rejects.toBe(failure)
    // A name does as well.
    expect(await find(4, address, true, { readRange })).toMatchObject({ isLost: false })
  })

  it('is lost if its path is too long, or the proof does not have it', async () => {
    expect(await find(7, address, true)).toEqual({ read: [], isLost: true, node: undefined })
    expect((await find(1, address, false)).isLost).toBe(true)
  })
})
