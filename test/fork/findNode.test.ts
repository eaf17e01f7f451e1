import { describe, expect, it } from 'vitest'
import { findNode } from '../../src/fork/findNode.ts'
import { fromHex, type Hex } from '../../src/primitives/hex.ts'
import { keccak256, keccakReady } from '../../src/primitives/keccak.ts'

await keccakReady
const address: Hex = `0x${'ab'.repeat(20)}`
const key = Buffer.from(`c0ffee${'00'.repeat(29)}`, 'hex').toString('latin1')

/** Which proofs are read to find a node, and whether it counts as lost. */
async function find(depth: number, of: Hex | undefined, has: boolean) {
  const read: [Hex, readonly Hex[]][] = []
  const known = { nodes: new Map<string, Uint8Array>(), lost: new Set<string>() }
  await findNode({ address: of, reference: 'node', key, depth }, known, async (...asked) => {
    read.push(asked)
    if (has) known.nodes.set('node', new Uint8Array(1))
  })
  return { read, isLost: known.lost.has('node') }
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

  it('is lost if its path is too long, or the proof does not have it', async () => {
    expect(await find(6, address, true)).toEqual({ read: [], isLost: true })
    expect((await find(1, address, false)).isLost).toBe(true)
  })
})
