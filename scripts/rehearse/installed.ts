import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What is installed with one package. */
export interface Installation {
  /** names with versions */
  readonly packages: readonly string[]
  /** of all files, in bytes */
  readonly size: number
  /** of `npm install` with an empty cache */
  readonly seconds: number
}

/**
 * Installs a package as a user does, in an empty project, with an empty cache.
 *
 * @param folder of the project, which does not exist yet
 */
export function installAlone(name: string, registry: string, folder: string): Installation {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  writeFileSync(join(folder, '.npmrc'), `registry=${registry}\ncache=${join(folder, 'cache')}\n`)
  const start = performance.now()
  execFileSync('npm', ['install', '--save-dev', '--no-audit', '--no-fund', name], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    shell: process.platform === 'win32',
  })
  const seconds = (performance.now() - start) / 1000
  const modules = join(folder, 'node_modules')
  return { packages: packagesIn(modules), size: sizeOf(modules), seconds }
}

function packagesIn(modules: string): string[] {
  const lock = join(modules, '.package-lock.json')
  const { packages } = JSON.parse(readFileSync(lock, 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly version: string }>>
  }
  return Object.entries(packages)
    .filter(([path]) => existsSync(join(modules, '..', path)))
    .map(
      ([path, { version }]) => `${path.slice(path.lastIndexOf('node_modules/') + 13)} ${version}`,
    )
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
}
