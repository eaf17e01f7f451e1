import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const repository = new URL('../../', import.meta.url)

/** This repository, which is the package once it is built. */
export const packageFolder = fileURLToPath(repository)

/** The built command line. */
export const cliPath = fileURLToPath(new URL('dist/cli.js', repository))

/** The built program `ommer-anvil`. */
export const anvilPath = fileURLToPath(new URL('dist/anvil.js', repository))

/**
 * Imports the package as users run it. Run from its sources it would be slower: tsx adds code to every named function
 * to keep its name.
 *
 * @param folder of another checkout, or of an installed package; by default this one
 */
export function importBuilt(folder?: string): Promise<typeof import('../../src/index.ts')> {
  return import(builtUrl(folder))
}

/** The address of the module that `importBuilt` imports. */
export function builtUrl(folder?: string): string {
  const root = folder === undefined ? repository : pathToFileURL(`${resolve(folder)}/`)
  return new URL('dist/index.js', root).href
}
