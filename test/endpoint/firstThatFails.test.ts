import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstThatFails } from '../../src/endpoint/firstThatFails.ts'

describe('firstThatFails', () => {
  it('finds the first item that fails, after those that are known to be possible', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.boolean(), { maxLength: 60 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        async (items, part) => {
          const index = items.indexOf(false)
          const possible = index < 0 ? items.length : index
          const known = Math.floor(part * possible)
          const canDo = async (beginning: readonly boolean[]) => !beginning.includes(false)
          const found = await firstThatFails(items, canDo, known)
          expect(found).toBe(index < 0 ? undefined : index)
        },
      ),
    )
  })

  it('tries few beginnings where such items stand together', async () => {
    let tries = 0
    const canDo = async (beginning: readonly number[]) => {
      tries++
      return beginning.length <= 100
    }
    expect(await firstThatFails(Array.from({ length: 300 }, Number), canDo, 100)).toBe(100)
    // Once to find it, and once more.
    expect(tries).toBe(2)
  })

  it('takes no item that fails only once', async () => {
    let tries = 0
    const failsOnce = async () => tries++ > 0
    expect(await firstThatFails(['a', 'b', 'c'], failsOnce)).toBeUndefined()
  })
})
