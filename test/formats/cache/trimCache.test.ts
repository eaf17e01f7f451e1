import { mkdirSync, mkdtempSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import { resolveSpec } from '../../../src/chain/spec/spec.ts'
import { CacheEntry } from '../../../src/formats/cache/cacheEntry.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'

const parent = temporaryFolder()
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(parent, 'cache-'))
})

/** Uses the chain of a seed at a time, in seconds since 1970: reads it from the cache or writes it there. */
async function use(seed: string, seconds: number, limits = { chains: 3, bytes: 2 ** 30 }) {
  const spec = { seed, blocks: 1, accounts: 2 }
  const entry = new CacheEntry(folder, resolveSpec(spec), () => seconds * 1000, limits)
  if ((await entry.read()) !== undefined) return 'was there'
  await entry.write(await createChain(spec))
  return 'generated'
}

describe('the cache folder', () => {
  it('keeps the chains that were used last, up to its maximum number', async () => {
    for (const [index, seed] of ['a', 'b', 'c'].entries()) await use(seed, 1000 + index)
    expect(await use('a', 1010)).toBe('was there')
    await use('d', 1011)
    expect(readdirSync(folder)).toHaveLength(3)
    expect(await use('a', 1012)).toBe('was there')
    expect(await use('c', 1013)).toBe('was there')
    expect(await use('b', 1014)).toBe('generated')
  })

  it('stays within its maximum size', async () => {
    await use('a', 1000)
    await use('b', 1001, { chains: 20, bytes: 1 })
    expect(readdirSync(folder)).toHaveLength(1)
    expect(await use('a', 1002)).toBe('was there')
    await use('c', 1003, { chains: 20, bytes: 20_000 })
    expect(readdirSync(folder).length).toBeLessThan(2)
  })

  it('removes files that killed writers left, and no other files', async () => {
    const writing = (name: string, seconds: number) => {
      const path = join(folder, `${'a'.repeat(64)}.writing-${name}`)
      mkdirSync(path)
      writeFileSync(join(path, 'chain'), 'half')
      utimesSync(path, seconds, seconds)
    }
    writing('old', 1000)
    writing('new', 9000)
    writeFileSync(join(folder, 'notes.txt'), 'mine')
    utimesSync(join(folder, 'notes.txt'), 1, 1)
    await use('a', 10_000)
    const names = readdirSync(folder)
    expect(names).toContain('notes.txt')
    expect(names.filter((name) => name.includes('writing'))).toEqual([
      `${'a'.repeat(64)}.writing-new`,
    ])
  })
})
