import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { FolderWriter } from '../../../src/formats/folder/folderWriter.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'

const folder = temporaryFolder()

it.each([
  { gzip: false, read: (bytes: Buffer) => bytes },
  { gzip: true, read: gunzipSync },
])('digests what was written to a file so far, with gzip: $gzip', async ({ gzip, read }) => {
  const file = await new FolderWriter(folder).open(`gzip/${gzip}`, { gzip })
  await file.write('one, ')
  await file.write(new TextEncoder().encode('two: "é"'))
  await file.write(await file.digest())
  await file.write('.')
  await file.close()
  const digest = createHash('sha256').update('one, two: "é"').digest('hex')
  const content = read(readFileSync(join(folder, `gzip/${gzip}`))).toString()
  expect(content).toBe(`one, two: "é"${digest}.`)
})
