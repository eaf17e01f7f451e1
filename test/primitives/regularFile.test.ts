import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { RefusedFileError, readPieces, readRegularFile } from '../../src/primitives/regularFile.ts'
import { linkToDevice, makePipe } from '../support/specialFiles.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'

const folder = temporaryFolder()
const path = join(folder, 'file')

async function gather(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const gathered: Buffer[] = []
  for await (const piece of pieces) gathered.push(piece)
  return Buffer.concat(gathered)
}

const ways: [string, () => Promise<Buffer>][] = [
  ['readRegularFile', () => readRegularFile(path, 1e9)],
  ['readPieces', () => gather(readPieces(path))],
]

describe.each(ways)('%s', (_, read) => {
  it.each([0, 1, 2 ** 20, 2 ** 20 + 1, 3_000_000])('reads %i bytes', async (length) => {
    const bytes = Buffer.alloc(length, 'the chain')
    rmSync(path, { force: true })
    writeFileSync(path, bytes)
    expect(Buffer.compare(await read(), bytes)).toBe(0)
  })

  it('refuses a pipe without a writer, without waiting', async () => {
    makePipe(path)
    await expect(read()).rejects.toThrow(RefusedFileError)
  })

  it('refuses a link to an endless device', async () => {
    linkToDevice(path)
    await expect(read()).rejects.toThrow(new RefusedFileError('it is not a regular file'))
  })

  it("keeps the system's message for a missing file", async () => {
    await expect(readRegularFile(join(folder, 'nowhere'), 1)).rejects.toThrow('ENOENT')
  })
})

describe('readRegularFile', () => {
  it('refuses a folder', async () => {
    const other = join(folder, 'folder')
    mkdirSync(other)
    await expect(readRegularFile(other, 1)).rejects.toThrow('it is a folder')
  })

  it('refuses more bytes than allowed', async () => {
    const large = join(folder, 'large')
    writeFileSync(large, 'four')
    await expect(readRegularFile(large, 3)).rejects.toThrow('it has more than 3 bytes')
    expect(await readRegularFile(large, 4)).toHaveLength(4)
  })

  it('reads a kernel file, which states no size, up to the limit', async () => {
    expect((await readRegularFile('/proc/self/status', 1e6)).toString()).toContain('VmHWM')
    await expect(readRegularFile('/proc/self/status', 10)).rejects.toThrow('more than 10 bytes')
  })

  it('rejects with the reason of the signal', async () => {
    const reason = new Error('stopped by the test')
    const large = join(folder, 'long')
    writeFileSync(large, 'four')
    await expect(readRegularFile(large, 9, AbortSignal.abort(reason))).rejects.toBe(reason)
    await expect(gather(readPieces(large, AbortSignal.abort(reason)))).rejects.toBe(reason)
  })
})
