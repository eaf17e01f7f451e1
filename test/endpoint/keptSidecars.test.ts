import { expect, it } from 'vitest'
import {
  MemoryShare,
  PrivateMemory,
  PrivateMemoryError,
} from '../../src/chain/private/privateMemory.ts'
import { KeptSidecars } from '../../src/endpoint/keptSidecars.ts'
import type { Sidecar } from '../../src/pool/decodeSidecar.ts'
import type { Hex } from '../../src/primitives/hex.ts'

/** Of 100 bytes. */
const sidecar: Sidecar = {
  version: 0,
  blobs: [new Uint8Array(60)],
  commitments: [new Uint8Array(20)],
  proofs: [new Uint8Array(20)],
}

const hashes: readonly Hex[] = ['0x1', '0x2', '0x3']

function keep(bytesMax: number) {
  const all = new PrivateMemory(bytesMax)
  const memory = new MemoryShare(all)
  const sidecars = new KeptSidecars({ memory })
  for (const hash of hashes) sidecars.keep(hash, sidecar)
  return { all, memory, sidecars, kept: () => hashes.filter((hash) => sidecars.get(hash)) }
}

it('counts the bytes of each once, until it is forgotten', () => {
  const { all, sidecars, kept } = keep(1000)
  sidecars.keep('0x1', sidecar)
  expect(all.bytes).toBe(300)
  sidecars.forget('0x2')
  sidecars.forget('0x2')
  expect([all.bytes, kept()]).toEqual([200, ['0x1', '0x3']])
  sidecars.clear()
  expect([all.bytes, kept()]).toEqual([0, []])
})

it('frees the oldest where memory is short, and again when it is full again', () => {
  const { all, memory, sidecars, kept } = keep(250)
  memory.requireRoom()
  expect([all.bytes, kept()]).toEqual([200, ['0x2', '0x3']])
  memory.add(1000)
  expect(() => memory.requireRoom()).toThrow(PrivateMemoryError)
  expect(kept()).toEqual([])
  memory.add(-1000)
  for (const hash of hashes) sidecars.keep(hash, sidecar)
  memory.requireRoom()
  expect([all.bytes, kept()]).toEqual([200, ['0x2', '0x3']])
})

it('counts in the memory of the chain that has taken over its own', () => {
  const all = new PrivateMemory(1000)
  const chain = { memory: new MemoryShare(all) }
  const sidecars = new KeptSidecars(chain)
  sidecars.keep('0x1', sidecar)
  const own = chain.memory
  chain.memory = new MemoryShare(all)
  chain.memory.adopt(own)
  sidecars.forget('0x1')
  expect(all.bytes).toBe(0)
})
