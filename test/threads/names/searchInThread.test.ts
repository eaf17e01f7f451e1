import { expect, it } from 'vitest'
import { keccak256, keccakReady } from '../../../src/primitives/keccak.ts'
import { searchInThread } from '../../../src/threads/names/searchInThread.ts'
import { searchName } from '../../../src/threads/names/searchName.ts'
import { turnsDuring } from '../../support/turnsDuring.ts'

await keccakReady

it('finds the same name as a search here, while other work goes on', async () => {
  const start = Buffer.from('beef'.padEnd(64, '0'), 'hex')
  const search = { length: 20, start, nibbles: 4 }
  let name: Uint8Array | undefined
  const turns = await turnsDuring(async () => {
    name = await searchInThread(search)
  })
  expect(name).toEqual(searchName(search, 0, 16 ** 6))
  expect(Buffer.from(keccak256(name as Uint8Array)).toString('hex')).toMatch(/^beef/)
  expect(turns).toBeGreaterThan(10)
})

it('searches one after another', async () => {
  const starts = ['c0ff', 'ee00', 'f00d'].map((each) => Buffer.from(each.padEnd(64, '0'), 'hex'))
  const names = await Promise.all(
    starts.map((start) => searchInThread({ length: 32, start, nibbles: 3 })),
  )
  for (const [index, name] of names.entries()) {
    const hash = Buffer.from(keccak256(name as Uint8Array)).toString('hex')
    expect(hash.slice(0, 3)).toBe(starts[index]?.toString('hex').slice(0, 3))
  }
})

it('ends a search that nobody wants any more, and goes on with the next one', async () => {
  const start = Buffer.from('beef'.padEnd(64, '0'), 'hex')
  const stop = new AbortController()
  // 16^9 hashes on average.
  const endless = searchInThread({ length: 20, start, nibbles: 9 }, stop.signal)
  const queued = searchInThread({ length: 20, start, nibbles: 9 }, stop.signal)
  const other = searchInThread({ length: 20, start, nibbles: 4 })
  const reason = new Error('closed')
  setImmediate(() => stop.abort(reason))
  await expect(endless).rejects.toBe(reason)
  await expect(queued).rejects.toBe(reason)
  expect(await other).toEqual(searchName({ length: 20, start, nibbles: 4 }, 0, 16 ** 6))
})
