import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import module from 'node:module'
import { dirname, join } from 'node:path'
import { cacheFolder, isCacheOff } from '../cacheFolder.ts'
import { codeOf } from '../primitives/errors.ts'
import { version } from '../version.ts'

/** Since Node 22.8, which our types do not know. */
const { enableCompileCache } = module as { readonly enableCompileCache?: (folder: string) => void }

const PREFIX = 'code-'

/**
 * Lets Node keep ommer's compiled code beside the cached chains, so that later starts need not compile it again. Node reads
 * and writes that cache by itself, and works without it where it cannot. Turning off the cache of chains turns it off, too.
 */
export function keepCompiledCode(): void {
  // Not with the parser of options, which is to be loaded from this cache, too.
  if (process.argv.includes('--no-cache') || isCacheOff()) return
  const folder = cacheFolder()
  if (folder === undefined || enableCompileCache === undefined) return
  const own = PREFIX + version
  removeOtherVersions(folder, own)
  if (makeFolder(dirname(folder)) && makeFolder(folder)) enableCompileCache(join(folder, own))
}

/**
 * Makes a folder in one that exists. With `recursive`, and in `enableCompileCache`, Node tries for ever where no folder can
 * be made, as in `/proc`.
 *
 * @returns whether there is something of that name
 */
function makeFolder(path: string): boolean {
  try {
    mkdirSync(path)
    return true
  } catch (error) {
    return codeOf(error) === 'EEXIST'
  }
}

function removeOtherVersions(folder: string, own: string): void {
  try {
    for (const name of readdirSync(folder)) {
      if (name.startsWith(PREFIX) && name !== own) rmSync(join(folder, name), { recursive: true })
    }
  } catch {
    // There is no folder yet, or it belongs to somebody else.
  }
}
