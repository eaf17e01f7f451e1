import { cpSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { BundleFolders } from './bundle.ts'

const ENTRIES = ['index.d.ts', 'testing/vitest.d.ts']

/** Declarations name others by what they were made of. */
const RELATIVE_IMPORT = /(?:from|import\()\s*['"](\.[^'"]+)\.(?:ts|js)['"]/g

/**
 * Copies the declarations that users see. To TypeScript those beside ES modules describe ES modules, which CommonJS must
 * not import; the same files in a folder of CommonJS describe CommonJS.
 */
export function copyDeclarations({ modules, output }: BundleFolders): void {
  const copied = new Set<string>()
  const copy = (path: string): void => {
    if (copied.has(path)) return
    copied.add(path)
    cpSync(path, join(output, relative(modules, path)))
    for (const [, imported] of readFileSync(path, 'utf8').matchAll(RELATIVE_IMPORT)) {
      copy(join(dirname(path), `${imported}.d.ts`))
    }
  }
  for (const entry of ENTRIES) copy(join(modules, entry))
}
