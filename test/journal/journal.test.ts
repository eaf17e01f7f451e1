import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import { type Server, serve } from '../../src/server/serve.ts'

const disk = vi.hoisted(() => ({ isFull: false }))

vi.mock('node:fs', async (importActual) => {
  const actual = await importActual<typeof import('node:fs')>()
  const writeSync = (file: number, bytes: Buffer, start: number, length: number, at: number) => {
    if (!disk.isFull) return actual.writeSync(file, bytes, start, length, at)
    // A part of what is written may still fit.
    actual.writeSync(file, bytes, start, 5, at)
    throw new Error('ENOSPC: no space left on device, write')
  }
  return { ...actual, writeSync }
})

const chain = await createChain({ seed: 'journal', blocks: 4 })

let folder: string
let path: string
let server: Server | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ommer-journal-'))
  path = join(folder, 'journal')
})
afterEach(async () => {
  disk.isFull = false
  await server?.close()
  rmSync(folder, { recursive: true })
})

async function start(journalBytes?: number): Promise<Server> {
  await server?.close()
  const limits = journalBytes === undefined ? {} : { journalBytes }
  server = await serve(chain, { port: 0, journal: path, limits })
  return server
}

describe('a journal on a full disk', () => {
  it('refuses moves until it can be written, and loses none that was made', async () => {
    const started = await start()
    await started.mine()
    const before = readFileSync(path)
    disk.isFull = true
    await expect(started.mine()).rejects.toMatchObject({
      code: 'JOURNAL_NOT_WRITTEN',
      message: `${path}: ENOSPC: no space left on device, write: the change was made, and is written with the next one`,
    })
    expect(started.head.number).toBe(6)
    expect(readFileSync(path)).toEqual(before)
    await expect(started.mine()).rejects.toMatchObject({
      message: `${path}: ENOSPC: no space left on device, write`,
    })
    // That one was refused before it was made.
    expect(started.head.number).toBe(6)
    disk.isFull = false
    await started.mine()
    const { head } = started
    expect(head.number).toBe(7)
    expect((await start()).head).toEqual(head)
  })
})

describe('a full journal', () => {
  it('refuses moves, and is as it was after a restart', async () => {
    const full = await start(4000)
    const moves = async () => {
      for (;;) {
        await full.rollback(1)
        await full.mine(2)
      }
    }
    await expect(moves()).rejects.toMatchObject({
      code: 'JOURNAL_FULL',
      message: expect.stringMatching(/its limit \(journalBytes\) is 4000: close endpoints/),
    })
    const { size } = statSync(path)
    expect(size).toBeGreaterThanOrEqual(4000)
    expect(size).toBeLessThan(5000)
    const { head } = full
    expect((await start(10_000)).head).toEqual(head)
  })

  it('is compacted first', async () => {
    const long = await start(4000)
    for (let block = 0; block < 100; block++) await long.mine(1)
    const { head } = long
    expect(statSync(path).size).toBeLessThan(5000)
    expect((await start()).head).toEqual(head)
  })
})
