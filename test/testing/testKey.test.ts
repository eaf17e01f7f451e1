import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isWellFormedKey } from '../../src/server/apiKey.ts'
import { type TestTask, testKey } from '../../src/testing/testKey.ts'

type Suite = { name: string; suite?: Suite; tasks: unknown[]; projectName?: string }

/** Adds a test like vitest does. */
function addTest(file: Suite, suites: readonly string[], name: string): TestTask {
  let parent = file
  for (const suite of suites) {
    const child: Suite = { name: suite, tasks: [], ...(parent !== file && { suite: parent }) }
    parent.tasks.push(child)
    parent = child
  }
  const test = { name, file, ...(parent !== file && { suite: parent }) }
  parent.tasks.push(test)
  return test as never
}

const newFile = (name: string, projectName?: string): Suite =>
  projectName === undefined ? { name, tasks: [] } : { name, tasks: [], projectName }

describe('the key of a test', () => {
  it('is readable, and does not depend on the rest of the file', async () => {
    const file = newFile('test/sync.test.ts')
    const alone = await testKey(addTest(file, ['an indexer'], 'survives a reorg'))
    expect(alone).toMatch(/^test-sync\.test\.ts-an-indexer-survives-a-reorg-[0-9a-f]{8}$/)
    const other = newFile('test/sync.test.ts')
    addTest(other, [], 'added above')
    addTest(other, ['an indexer'], 'added beside')
    expect(await testKey(addTest(other, ['an indexer'], 'survives a reorg'))).toBe(alone)
  })

  it('differs in any part of the test name', async () => {
    const file = newFile('a.test.ts')
    const keys = [
      addTest(file, [], 'same'),
      addTest(file, [], 'same'),
      addTest(file, ['in'], 'same'),
      addTest(file, ['in'], 'same'),
      addTest(file, [], 'in same'),
      addTest(file, [], 'in-same'),
      addTest(newFile('b.test.ts'), [], 'same'),
      addTest(newFile('a.test.ts', 'browser'), [], 'same'),
      addTest(newFile('a'), [], 'test.ts same'),
    ].map(testKey)
    expect(new Set(await Promise.all(keys)).size).toBe(keys.length)
  })

  it('is an API key for any name, and unique to it', async () => {
    const name = fc.string({ unit: 'binary', maxLength: 200 })
    const property = fc.asyncProperty(name, name, name, async (path, one, two) => {
      const file = newFile(path)
      const keys = [await testKey(addTest(file, [], one)), await testKey(addTest(file, [], two))]
      expect(keys.every(isWellFormedKey)).toBe(true)
      expect(keys[0]).not.toBe(keys[1])
    })
    await fc.assert(property, { numRuns: 50 })
    const long = [0, 1].map((end) => testKey(addTest(newFile('f'), [], 'x'.repeat(300) + end)))
    expect(new Set(await Promise.all(long)).size).toBe(2)
  })
})
