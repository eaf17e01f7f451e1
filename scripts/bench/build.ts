import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const repository = new URL('../../', import.meta.url)

/** The built command line. */
export const cliPath = fileURLToPath(new URL('dist/cli.js', repository))

/** Compiles the package, so that what is measured is what the sources say now. */
export function build(): void {
  const compiler = fileURLToPath(new URL('node_modules/typescript/bin/tsc', repository))
  execFileSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], {
    cwd: repository,
    stdio: ['ignore', process.stderr, 'inherit'],
  })
}

/**
 * The package as users run it. From its sources it would be slower than it is: tsx adds code to every named
 * function, to keep its name.
 */
export function importBuilt(): Promise<typeof import('../../src/index.ts')> {
  return import(new URL('dist/index.js', repository).href)
}
