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
      'the blocks, state and transactions of this endpoint take 1000 bytes, and those of all endpoints more than the limit chainsBytes (1000): mine or send less, revert to an early snapshot, reset or close endpoints, or raise the limit (--limit chainsBytes=2000)',
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

  it('lets many small chains together take at most half of the limit more', () => {
    const all = new PrivateMemory(100_000_000)
    let refused = 0
    for (let chain = 0; chain < 1000; chain++) {
      const share = new MemoryShare(all)
      try {
        for (let block = 0; block < 2000; block++) {
          share.requireRoom()
          share.add(100_000)
        }
      } catch (error) {
        expect(error).toBeInstanceOf(PrivateMemoryError)
        refused++
      }
    }
    expect(refused).toBe(1000)
    expect(all.bytes).toBe(150_000_000)
  })

  it('frees what chains can do without before it refuses one, its own first', () => {
    const all = new PrivateMemory(1000)
    const [one, other] = shares(all, 600, 600) as [MemoryShare, MemoryShare]
    const freed: string[] = []
    const frees = (name: string, share: MemoryShare, bytes: number) => () => {
      freed.push(name)
      share.add(-bytes)
      return false
    }
    one.onShortage(frees('wanted of one', one, 50), 'wanted')
    other.onShortage(frees('other', other, 60), 'spare')
    one.onShortage(frees('one', one, 100), 'spare')
    one.requireRoom()
    expect(freed).toEqual(['one', 'other', 'wanted of one'])
    one.requireRoom()
    expect(freed).toHaveLength(3)
  })

  it('frees what clients may miss only of the chain that grows and of large ones', () => {
    const all = new PrivateMemory(1000)
    const [growing, small, large] = shares(all, 400, 200, 500) as [
      MemoryShare,
      MemoryShare,
      MemoryShare,
    ]
    const freed: string[] = []
    for (const [name, share] of Object.entries({ small, large, growing })) {
      share.onShortage(() => {
        freed.push(name)
        return false
      }, 'wanted')
    }
    expect(() => growing.requireRoom()).toThrow(PrivateMemoryError)
    expect(freed).toEqual(['growing', 'large'])
  })

  it('asks a chain again only while it may have more to free', () => {
    const all = new PrivateMemory(1000)
    const [full, other] = shares(all, 600, 600) as [MemoryShare, MemoryShare]
    let asked = 0
    const free = () => ++asked < 3
    other.onShortage(free, 'spare')
    const refused = () => expect(() => full.requireRoom()).toThrow(PrivateMemoryError)
    for (let times = 0; times < 10; times++) refused()
    expect(asked).toBe(3)
    other.onShortage(free, 'spare')
    refused()
    expect(asked).toBe(4)
  })

  it('frees what a chain has taken over, and nothing of a chain that was released', () => {
    const all = new PrivateMemory(1000)
    const [taken, released, full] = shares(all, 600, 600, 600) as [
      MemoryShare,
      MemoryShare,
      MemoryShare,
    ]
    const freed: string[] = []
    const frees = (name: string) => () => {
      freed.push(name)
      return false
    }
    taken.onShortage(frees('taken'), 'spare')
    const remove = taken.onShortage(frees('removed'), 'spare')
    released.onShortage(frees('released'), 'spare')
    new MemoryShare(all).adopt(taken)
    remove()
    released.release()
    released.onShortage(frees('late'), 'spare')
    expect(() => full.requireRoom()).toThrow(PrivateMemoryError)
    expect(freed).toEqual(['taken'])
  })

  it('is free when the last user leaves, those of a chain that was taken over included', () => {
    const all = new PrivateMemory(1000)
    const [taken, other] = shares(all, 100, 200) as [MemoryShare, MemoryShare]
    taken.use()
    other.use()
    expect(other.isUsedAlone).toBe(true)
    other.adopt(taken)
    expect(other.isUsedAlone).toBe(false)
    other.leave()
    expect([other.isUsedAlone, all.bytes]).toEqual([true, 300])
    other.leave()
    expect(all.bytes).toBe(0)
  })

  it('drops chains that nobody uses for one that is small', () => {
    const all = new PrivateMemory(1000)
    const unused = shares(all, 450, 450)
    const [small, large] = shares(all, 110, 130) as [MemoryShare, MemoryShare]
    shares(all, ...new Array<number>(10).fill(1))
    all.dropIdle = () => {
      const share = unused.pop()
      share?.release()
      return share !== undefined
    }
    expect(() => large.requireRoom()).toThrow(PrivateMemoryError)
    small.requireRoom()
    expect(unused).toHaveLength(1)
    expect(all.bytes).toBeLessThan(1000)
  })

  it('is free again once a chain is released, which counts nothing more', () => {
    const all = new PrivateMemory(1000)
    const [large, small] = shares(all, 2000, 400) as [MemoryShare, MemoryShare]
    large.release()
    large.add(5000)
    expect(all.bytes).toBe(400)
    small.requireRoom()
  })
})
