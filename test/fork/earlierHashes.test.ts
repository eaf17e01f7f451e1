import { expect, it, vi } from 'vitest'
import { EarlierHashes } from '../../src/fork/earlierHashes.ts'
import type { Upstream } from '../../src/fork/upstream.ts'
import { missOf } from '../../src/primitives/miss.ts'

it('does not read any number of headers for one hash', async () => {
  const get = vi.fn(() => Promise.resolve(null))
  const pin = { number: 1000, parentHash: `0x${'11'.repeat(32)}` } as const
  const hashes = new EarlierHashes({ get, requireOnline() {} } as unknown as Upstream, pin)
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
