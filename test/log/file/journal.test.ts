import fs, {
  linkSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import { type Server, serve } from '../../../src/server/serve.ts'

const { writeSync } = fs

/** Makes the disk full, also for modules that are loaded already. */
function fillDisk(isFull: boolean): void {
  const write = (file: number, bytes: Buffer, start: number, _: number, at: number) => {
    // A part of what is written may still fit.
    writeSync(file, bytes, start, 5, at)
    throw new Error('ENOSPC: no space left on device, write')
  }
  fs.writeSync = isFull ? (write as unknown as typeof writeSync) : writeSync
  syncBuiltinESMExports()
}

const chain = await createChain({ seed: 'journal', blocks: 4 })

let folder: string
let path: string
let server: Server | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ommer-journal-'))
  path = join(folder, 'journal')
})
afterEach(async () => {
  fillDisk(false)
  await server?.close()
  rmSync(folder, { recursive: true })
})

async function start(journalBytes?: number): Promise<Server> {
  await server?.close()
  const limits = journalBytes === undefined ? {} : { journalBytes }
  server = await serve(chain, { port: 0, journal: path, limits })
  return server
}

it('says that a change is lost if another program has removed the file', async () => {
  const started = await start()
  await started.mine()
  rmSync(path)
  const problem = `${path}: another program has removed, replaced or changed the file: moves fail until the server is started again`
  const { number } = started.head
  await expect(started.mine()).rejects.toMatchObject({
    message: `${problem}: the change was made, and will then be lost`,
  })
  await expect(started.mine()).rejects.toMatchObject({ message: problem })
  expect(started.head.number).toBe(number + 1)
})

it('is kept in the file that a link leads to', async () => {
  const target = join(folder, 'target')
  symlinkSync(target, path)
  await (await start()).mine()
  await expect(serve(chain, { port: 0, journal: target })).rejects.toMatchObject({
    code: 'JOURNAL_LOCKED',
    message: `${target}: process ${process.pid} on ${hostname()} uses the journal: stop it, or choose another path; if that process is not ommer, delete ${target}.lock`,
  })
  expect(lstatSync(path).isSymbolicLink()).toBe(true)
  expect(lstatSync(target).isFile()).toBe(true)
})

it('confirms no change to a server that uses the file under another name than the one that writes it', async () => {
  const other = join(folder, 'other')
  const started = await start()
  await started.mine()
  linkSync(path, other)
  const second = await serve(chain, { port: 0, journal: other })
  await started.mine()
  await expect(second.mine()).rejects.toMatchObject({
    code: 'JOURNAL_NOT_WRITTEN',
    message: expect.stringMatching(`^${other}: another program has removed, replaced or changed`),
  })
  await second.close()
  await started.mine()
  const { head } = started
  expect((await start()).head).toEqual(head)
})

describe('a journal on a full disk', () => {
  it('refuses moves until it can be written, and loses none that was made', async () => {
    const started = await start()
    await started.mine()
    const before = readFileSync(path)
    fillDisk(true)
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
    fillDisk(false)
    await started.mine()
    const { head } = started
    expect(head.number).toBe(7)
    expect((await start()).head).toEqual(head)
  })
})

it('says nothing of an endpoint whose last change is not written', async () => {
  const started = await start()
  const other = started.endpoint('other')
  await started.mine()
  const read = (at: Pick<Server, 'request'>) => at.request({ method: 'eth_blockNumber' })
  fillDisk(true)
  await expect(started.mine()).rejects.toMatchObject({ code: 'JOURNAL_NOT_WRITTEN' })
  await expect(read(started)).rejects.toThrow(
    `${path}: ENOSPC: no space left on device, write: endpoint 'dev' waits until its last change can be written`,
  )
  expect(await read(other)).toBe('0x4')
  fillDisk(false)
  expect(await read(started)).toBe('0x6')
})

describe('a full journal', () => {
  it('refuses moves of an endpoint that takes as much as it leaves, and not those of others', async () => {
    const full = await start(8000)
    const moves = async () => {
      for (;;) {
        await full.rollback(1)
        await full.mine(2)
      }
    }
    await expect(moves()).rejects.toMatchObject({
      code: 'JOURNAL_FULL',
      message: expect.stringMatching(
        /bytes, and \d+ of them are of endpoint 'dev'; its limit \(journalBytes\) is 8000: close endpoints/,
      ),
    })
    const { size } = statSync(path)
    expect(size).toBeGreaterThan(3500)
    expect(size).toBeLessThan(5000)
    const other = full.endpoint('other')
    await other.rollback(1)
    const heads = [full.head, other.head]
    const again = await start(80_000)
    expect([again.head, again.endpoint('other').head]).toEqual(heads)
  })

  it('has room again when an endpoint is closed', async () => {
    const server = await start(8000)
    const made = server.endpoint('made')
    const moves = async () => {
      for (;;) {
        await made.rollback(1)
        await made.mine(2)
      }
    }
    await expect(moves()).rejects.toMatchObject({ code: 'JOURNAL_FULL' })
    await made.close()
    for (let count = 0; count < 5; count++) await server.rollback(0)
    expect(statSync(path).size).toBeLessThan(7000)
  })

  it('has room for others again when an endpoint is closed, however often it had none', async () => {
    const server = await start(8000)
    const [made, other] = [server.endpoint('made'), server.endpoint('other')]
    for (let count = 0; count < 3; count++) {
      await other.rollback(1)
      await other.mine(2)
    }
    const moves = async () => {
      for (;;) {
        await made.rollback(1)
        await made.mine(2)
      }
    }
    for (let count = 0; count < 3; count++) {
      await expect(moves()).rejects.toMatchObject({ code: 'JOURNAL_FULL' })
    }
    await other.close()
    await made.rollback(1)
  })

  it('is compacted first', async () => {
    const long = await start(8000)
    for (let block = 0; block < 100; block++) await long.mine(1)
    const { head } = long
    expect(statSync(path).size).toBeLessThan(8000)
    expect((await start()).head).toEqual(head)
  })
})
