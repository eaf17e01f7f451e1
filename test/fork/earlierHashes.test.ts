import { RLP } from '@ethereumjs/rlp'
import { expect, it, vi } from 'vitest'
import { EarlierHashes } from '../../src/fork/earlierHashes.ts'
import type { Upstream } from '../../src/fork/upstream.ts'
import type { Witness } from '../../src/fork/witness/witness.ts'
import { fromHex, type Hex, toHex } from '../../src/primitives/hex.ts'
import { keccak256 } from '../../src/primitives/keccak.ts'
import { afterMisses, missOf } from '../../src/primitives/miss.ts'

it('does not read any number of headers for one hash', async () => {
  const get = vi.fn(() => Promise.resolve(null))
  const pin = { number: 1000, parentHash: `0x${'11'.repeat(32)}` } as const
  const upstream = { get, requireOnline() {}, masked: (error: unknown) => error }
  const hashes = new EarlierHashes(upstream as unknown as Upstream, pin)
  const missed = (number: number) => {
    try {
      hashes.get(number)
    } catch (error) {
      return missOf(error)
    }
    return undefined
  }
  await expect(missed(742)?.fill()).rejects.toThrow(
    'the forked network: the hash of block 742 would take 257 headers, of which at most 256 are read',
  )
  expect(get).not.toHaveBeenCalled()
  // The node has no such block.
  await expect(missed(743)?.fill()).rejects.toThrow('block 999')
  expect(get).toHaveBeenCalledTimes(256)
})

it('goes back as far as the witness has headers before it counts', async () => {
  const hashes: Hex[] = []
  const headers = Array.from({ length: 400 }, (_, number) => {
    const header = RLP.encode([fromHex(hashes[number - 1] ?? `0x${'00'.repeat(32)}`)])
    hashes.push(toHex(keccak256(header)))
    return header
  })
  const get = vi.fn()
  const witness = { header: (number: number) => headers[number], add: vi.fn() }
  const pin = { number: 400, parentHash: hashes[399] as Hex }
  const earlier = new EarlierHashes({ get } as unknown as Upstream, pin, {
    witness: witness as unknown as Witness,
  })
  const found = await afterMisses(() => earlier.get(3))
  expect(toHex(found)).toBe(hashes[3])
  expect(get).not.toHaveBeenCalled()
})

it('takes what the state has stored, however far before', () => {
  const get = vi.fn()
  const pin = { number: 9000, parentHash: `0x${'11'.repeat(32)}` } as const
  const stored = vi.fn((number: number) => (number >= 809 ? new Uint8Array(32).fill(7) : undefined))
  const hashes = new EarlierHashes({ get } as unknown as Upstream, pin, { stored })
  expect(hashes.get(8999)).toEqual(new Uint8Array(32).fill(0x11))
  expect(stored).not.toHaveBeenCalled()
  expect(hashes.get(809)).toEqual(new Uint8Array(32).fill(7))
  expect(hashes.get(809)).toEqual(new Uint8Array(32).fill(7))
  expect(stored).toHaveBeenCalledTimes(1)
  expect(get).not.toHaveBeenCalled()
})
