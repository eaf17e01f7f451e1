import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

interface PackedFile {
  readonly path: string
  /** in bytes */
  readonly size: number
}

/** What `npm pack` says of a package. */
export interface PackedPackage {
  /** path of the tarball */
  readonly tarball: string
  readonly version: string
  /** of the tarball, in bytes */
  readonly size: number
  readonly unpackedSize: number
  readonly files: readonly PackedFile[]
}

/** Packs the built package as for publishing. */
export function packPackage(folder: string): PackedPackage {
  const output = execFileSync('npm', ['pack', './dist', '--json', '--pack-destination', folder], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: process.platform === 'win32',
  })
  const parsed: unknown = JSON.parse(output)
  // An array until npm 11, an object by name since npm 12.
  const [packed] = Object.values(parsed as Record<string, PackedPackage & { filename: string }>)
  if (packed === undefined) throw new Error('npm pack has packed nothing')
  return { ...packed, tarball: join(folder, packed.filename) }
}
