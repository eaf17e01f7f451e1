import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { FolderWriter } from '../../../src/formats/folder/folderWriter.ts'

it.each([
  { gzip: false, read: (bytes: Buffer) => bytes },
  { gzip: true, read: gunzipSync },
])('digests what was written to a file so far, with gzip: $gzip', async ({ gzip, read }) => {
  const folder = mkdtempSync(join(tmpdir(), 'ommer-folder-'))
  try {
    const file = await new FolderWriter(folder).open('a/file', { gzip })
    await file.write('one, ')
    await file.write(new TextEncoder().encode('two: "é"'))
    await file.write(await file.digest())
    await file.write('.')
    await file.close()
    const digest = createHash('sha256').update('one, two: "é"').digest('hex')
    const content = read(readFileSync(join(folder, 'a/file'))).toString()
    expect(content).toBe(`one, two: "é"${digest}.`)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
