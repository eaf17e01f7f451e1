import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import {
  MemoryShare,
  PrivateMemory,
  PrivateMemoryError,
} from '../../../src/chain/private/privateMemory.ts'

function shares(all: PrivateMemory, ...bytes: number[]): MemoryShare[] {
  return bytes.map((each) => {
    const share = new MemoryShare(all)
    share.add(each)
    return share
  })
}

describe('the memory of private chains', () => {
  it('lets one chain take all of it, but no more', () => {
    const [only] = shares(new PrivateMemory(1000), 999) as [MemoryShare]
    only.requireRoom()
    only.add(1)
    expect(() => only.requireRoom()).toThrow(PrivateMemoryError)
    expect(() => only.requireRoom()).toThrow(
      'the blocks, code and state of this endpoint take 1000 bytes, and those of all endpoints more than the limit chainsBytes (1000): close endpoints, or raise the limit',
    )
  })

  it('refuses only chains with more than an equal share', () => {
    const all = new PrivateMemory(1000)
    const [large, small] = shares(all, 990, 200) as [MemoryShare, MemoryShare]
    expect(() => large.requireRoom()).toThrow(PrivateMemoryError)
    small.requireRoom()
    new MemoryShare(all).requireRoom()
    small.add(200)
    expect(() => small.requireRoom()).toThrow(PrivateMemoryError)
  })

  it('is free again once a chain is released, which counts nothing more', () => {
    const all = new PrivateMemory(1000)
    const [large, small] = shares(all, 2000, 400) as [MemoryShare, MemoryShare]
    large.release()
    large.add(5000)
    expect(all.bytes).toBe(400)
    small.requireRoom()
  })

  it('counts an object until it is collected', async () => {
    const all = new PrivateMemory(1000)
    const [share] = shares(all, 100) as [MemoryShare]
    const kept = {}
    share.addWhileKept(kept, 10)
    share.addWhileKept({}, 500)
    expect(share.bytes).toBe(610)
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    for (let turn = 0; turn < 100 && share.bytes > 110; turn++) {
      collect()
      await setImmediate()
    }
    expect(share.bytes).toBe(110)
    expect(kept).toEqual({})
  })
})
