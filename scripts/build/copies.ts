import { cpSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { BuildFolders } from './folders.ts'

/** What the package has of this repository, each at its path. */
const OWN = ['README.md', 'CHANGELOG.md', 'LICENSE', 'THIRD_PARTY_NOTICES.md', 'scenarios']

/** The native code of libsecp256k1 for some platforms, and its licence. */
const NATIVE = {
  'node_modules/secp256k1/prebuilds': 'native/prebuilds',
  'node_modules/secp256k1/src/secp256k1/COPYING': 'native/COPYING',
}

/** Copies what the package has beside its modules. */
export function copyFiles({ root, output }: BuildFolders): void {
  for (const path of OWN) cpSync(join(root, path), join(output, path), { recursive: true })
  for (const [source, path] of Object.entries(NATIVE)) {
    const target = join(output, path)
    mkdirSync(dirname(target), { recursive: true })
    cpSync(join(root, source), target, { recursive: true })
  }
}
