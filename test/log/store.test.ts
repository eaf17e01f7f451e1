import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Entry } from '../../src/log/entry.ts'
import { FileStore } from '../../src/log/file/fileStore.ts'
import { createHeader } from '../../src/log/journalHeader.ts'
import { MemoryStore } from '../../src/log/memory/memoryStore.ts'
import type { EntryStore } from '../../src/log/store.ts'
import { repeated } from '../support/sized.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'

const folder = temporaryFolder()
const header = createHeader({
  ommer: '0.0.0',
  chain: { first: '0x01', height: 5, head: '0x05' },
  options: {},
})

const entry = (sequence: number): Entry => ({ sequence, endpoint: 'a', create: { amount: 5n } })

/** @returns whether the store took it */
type Step = (store: EntryStore) => boolean

const number = fc.nat(6)
const step = fc.oneof(
  fc.tuple(number, number, fc.nat(3)).map(([before, from, count]): Step => {
    const added = Array.from({ length: count }, (_, index) => entry(from + index + 1))
    return (store) => store.append(before, added) !== undefined
  }),
  // What is left ends with the last entry, because only a file goes on counting where it does not.
  fc.tuple(number, fc.nat(2)).map(([last, dropped]): Step => {
    return (store) => {
      const fewer = (store.read() as readonly Entry[]).slice(dropped)
      return fewer.length > 0 && store.rewrite(last, fewer) !== undefined
    }
  }),
)

it('takes the same in memory and in a file, where others find it', async () => {
  let files = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const path = join(folder, `${++files}`)
      const { store: file } = await FileStore.open(path, header)
      const memory = new MemoryStore()
      for (const run of steps) {
        expect(run(file)).toBe(run(memory))
        expect(file.read()).toEqual(memory.read())
        expect(file.last).toBe(memory.last)
      }
      file.close()
      const { store: again, entries } = await FileStore.open(path, header)
      expect([entries, again.last]).toEqual([memory.read(), memory.last])
      again.close()
    }),
    { numRuns: repeated(30, 500) },
  )
})
