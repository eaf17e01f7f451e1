import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deadLinks } from './deadLinks.ts'
import { version } from './repository.ts'
import { linkVersions } from './versions.ts'

const project = fileURLToPath(new URL('project', import.meta.url))

/** Why a site cannot be built. */
export class SiteError extends Error {}

/**
 * Builds the site of this version into the folder of its name, beside those of other versions.
 *
 * @param folder of the whole site, which may have other versions
 * @param base the path at which a server will have that folder, with slashes around it
 * @returns the version to which `latest/` leads
 * @throws {SiteError} with the links that lead nowhere, or if the generator cannot be installed or fails
 */
export function buildSite(folder: string, base: string): string {
  install()
  const target = join(folder, version)
  mkdirSync(folder, { recursive: true })
  rmSync(target, { recursive: true, force: true })
  run(
    'node',
    'node_modules/vitepress/bin/vitepress.js',
    'build',
    '.',
    '--base',
    `${base}${version}/`,
    '--outDir',
    target,
  )
  const latest = linkVersions(folder)
  const dead = [version, 'latest'].flatMap((part) => deadLinks(folder, base, part))
  if (dead.length > 0) throw new SiteError(`these links lead nowhere:\n${dead.join('\n')}`)
  return latest
}

/** Installs the generator, unless that was done since its lock file has changed. */
function install(): void {
  const lock = readFileSync(join(project, 'package-lock.json'), 'utf8')
  const installed = join(project, 'node_modules', '.installed')
  if (existsSync(installed) && readFileSync(installed, 'utf8') === lock) return
  run('npm', 'ci', '--no-audit', '--no-fund')
  writeFileSync(installed, lock)
}

/** Runs a program in the folder of the generator. Its output is shown only if it fails. */
function run(program: string, ...args: readonly string[]): void {
  // On Windows npm is a script, which only a shell can run.
  const shell = program === 'npm' && process.platform === 'win32'
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: project,
    shell,
    encoding: 'utf8',
  })
  if (status !== 0) throw new SiteError(`${program} ${args[0]} failed:\n${stdout}${stderr}`)
}
