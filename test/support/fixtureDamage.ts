import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withOwnDigest } from '../../src/formats/folder/ownDigest.ts'

/** Changes the JSON of a file. */
export function changeJson(path: string, change: (value: never) => unknown): void {
  writeFileSync(
    path,
    `${JSON.stringify(change(JSON.parse(readFileSync(path, 'utf8')) as never))}\n`,
  )
}

/** Updates a manifest to match its folder, like an attacker who knows the digests. */
export function coverUp(folder: string, changes: object = {}): void {
  const path = join(folder, 'manifest.json')
  const { digest: _, files, ...manifest } = JSON.parse(readFileSync(path, 'utf8'))
  for (const name of Object.keys(files)) {
    files[name] = createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex')
  }
  const text = (digest: string) => `${JSON.stringify({ ...manifest, ...changes, files, digest })}\n`
  writeFileSync(path, withOwnDigest(text))
}
