import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, lstatSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { cacheFolder } from '../cacheFolder.ts'

/**
 * Copies the files that git tracks in a checkout: what is installed and compiled must not get into it.
 *
 * @param checkout a work tree; files may be missing in it
 * @returns the folder of the copy, which is another one for each commit
 */
export function copyCheckout(checkout: string, name: string): string {
  const commit = git(checkout, 'rev-parse', '--short=12', 'HEAD').trim()
  const copy = join(cacheFolder, `suite-${name}-${commit}`)
  for (const file of git(checkout, 'ls-files', '-z').split('\0').filter(Boolean)) {
    const source = join(checkout, file)
    // A submodule that is not checked out is an empty folder.
    if (!existsSync(source) || lstatSync(source).isDirectory()) continue
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(source, join(copy, file), { verbatimSymlinks: true })
  }
  return copy
}

function git(folder: string, ...args: readonly string[]): string {
  return execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8', maxBuffer: 1 << 28 })
}
