import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from './runner.mjs'

/**
 * Finds or installs the program.
 *
 * @param {string} project the folder of the project
 * @param {string} version what to install; empty for the program of the project, or the version of this action
 * @returns {string} the path of the file that Node runs
 */
export function obtainProgram(project, version) {
  if (version !== '') return install(version)
  return installed(project) ?? install(ownVersion())
}

/** The version of the action: it is in the same repository as the program. */
function ownVersion() {
  const manifest = fileURLToPath(new URL('../package.json', import.meta.url))
  return JSON.parse(readFileSync(manifest, 'utf8')).version
}

/** @param {string} folder from which Node finds the package */
function installed(folder) {
  try {
    const manifest = createRequire(join(folder, 'any.js')).resolve('ommer/package.json')
    const program = join(dirname(manifest), JSON.parse(readFileSync(manifest, 'utf8')).bin.ommer)
    return existsSync(program) ? program : undefined
  } catch {
    return undefined
  }
}

/** @param {string} version as npm takes it: a version, a range, a tag, or the address of a tarball */
function install(version) {
  // On Windows npm is a script, which needs a shell: nothing here may mean something to one.
  if (!/^[\w.^~:/@+\\-]+$/.test(version)) {
    throw new Error(
      `version: '${version}' is not a version, range or tag, or the address of a tarball`,
    )
  }
  // Each has a folder of its own: a server that an earlier step has started still loads files from its one.
  const folder = mkdtempSync(join(temporaryFolder(), 'setup-ommer-'))
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  const command = `npm install --no-save --no-audit --no-fund --no-package-lock --ignore-scripts "ommer@${version}"`
  const { status, stderr } = spawnSync(command, { cwd: folder, shell: true, encoding: 'utf8' })
  const program = installed(folder)
  if (status === 0 && program !== undefined) return program
  const reason = stderr.trim().split('\n')[0]
  throw new Error(`npm could not install ommer@${version}${reason ? `: ${reason}` : ''}`)
}
