import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { DigestedFile } from '../../../src/formats/folder/digestedFile.ts'

it('contains the SHA-256 of everything before it', async () => {
  const pieces: string[] = []
  let isClosed = false
  const file = new DigestedFile({
    async write(piece) {
      pieces.push(Buffer.from(piece as string).toString())
    },
    async close() {
      isClosed = true
    },
  })
  await file.write('one, ')
  await file.write(new TextEncoder().encode('two: "é"'))
  await file.writeDigest()
  await file.write('.')
  expect(isClosed).toBe(false)
  await file.close()
  const digest = createHash('sha256').update('one, two: "é"').digest('hex')
  expect(pieces.join('')).toBe(`one, two: "é"${digest}.`)
  expect(isClosed).toBe(true)
})
