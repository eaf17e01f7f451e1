import { cpSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const ENTRIES = [
  'index.d.ts',
  'testing/vitest.d.ts',
  'testing/jest.d.ts',
  'testing/mocha.d.ts',
  'testing/nodeTest.d.ts',
  'hunt.d.ts',
]

/** Declarations import others by the names of their sources. */
const RELATIVE_IMPORT = /(?:from|import\()\s*['"](\.[^'"]+)\.(?:ts|js)['"]/g

/**
 * Copies the public declarations. For TypeScript, declarations beside ES modules describe ES modules, which CommonJS must
 * not import; the same files in a CommonJS folder describe CommonJS.
 */
export function copyDeclarations(modules: string, output: string): void {
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
