import { execFile, execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { cacheFolder } from './cacheFolder.ts'

/** The reason why an application cannot run on this machine. */
export class NotInstalledError extends Error {}

type Commands = readonly (readonly [command: string, ...args: readonly string[]])[]

/**
 * Copies a project out of the repository, and installs what it depends on unless an earlier run has.
 *
 * @param kind the beginning of the name of the copy
 * @param project the folder, with a slash at its end
 * @param manifest the file that names its dependencies
 * @param install the commands that install them
 * @returns the folder of the copy
 * @throws {NotInstalledError}
 */
export function installProject(
  kind: 'app' | 'indexer' | 'web3py' | 'deploy' | 'providers',
  project: URL,
  manifest: string,
  install: Commands,
): string {
  const source = fileURLToPath(project)
  const folder = join(cacheFolder, `${kind}-${basename(source)}`)
  mkdirSync(folder, { recursive: true })
  cpSync(source, folder, { recursive: true })
  installDependencies(folder, manifest, install)
  return folder
}

/**
 * Installs what a project depends on, unless that is done.
 *
 * @param manifest the file in its folder that names its dependencies
 * @param install the commands that install them
 * @throws {NotInstalledError}
 */
export function installDependencies(folder: string, manifest: string, install: Commands): void {
  const wanted = readFileSync(join(folder, manifest), 'utf8')
  const installed = join(folder, '.installed')
  if (existsSync(installed) && readFileSync(installed, 'utf8') === wanted) return
  console.error(`installing ${basename(folder)} in ${folder} ...`)
  for (const [command, ...args] of install) {
    try {
      execFileSync(command, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
    } catch (error) {
      const { code, stderr } = error as { readonly code?: string; readonly stderr?: Buffer }
      const [reason] = stderr?.toString().split('\n').filter(Boolean).slice(-1) ?? []
      throw new NotInstalledError(
        code === 'ENOENT' ? `${command} is not installed` : `${command} failed: ${reason}`,
      )
    }
  }
  writeFileSync(installed, wanted)
}

/** Without a lock file: it would have native packages of one platform only. */
export const npmInstall = [
  ['npm', 'install', '--no-package-lock', '--no-audit', '--no-fund'],
] as const

/** For a project with a lock file, without scripts, which may compile or download. */
export const npmCi = [['npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund']] as const

/** In milliseconds. */
const RUN_MAX = 300_000

/** @returns the JSON that a program prints */
export async function runProgram<Result>(
  folder: string,
  program: string,
  ...args: readonly string[]
): Promise<Result> {
  const options = { cwd: folder, timeout: RUN_MAX, maxBuffer: 1 << 26 }
  const { stdout } = await promisify(execFile)(program, args, options)
  return JSON.parse(stdout) as Result
}
