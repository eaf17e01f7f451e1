import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const repository = new URL('../../', import.meta.url)

/** The built command line. */
export const cliPath = fileURLToPath(new URL('dist/cli.js', repository))

/** Compiles the package, so that the current sources are measured. */
export function build(): void {
  const compiler = fileURLToPath(new URL('node_modules/typescript/bin/tsc', repository))
  execFileSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], {
    cwd: repository,
    stdio: ['ignore', process.stderr, 'inherit'],
  })
}

/**
 * Imports the package as users run it. Run from its sources it would be slower: tsx adds code to every named function
 * to keep its name.
 *
 * @param folder of another checkout, or of an installed package; by default this one
 */
export function importBuilt(folder?: string): Promise<typeof import('../../src/index.ts')> {
  const root = folder === undefined ? repository : pathToFileURL(`${resolve(folder)}/`)
  return import(new URL('dist/index.js', root).href)
}
