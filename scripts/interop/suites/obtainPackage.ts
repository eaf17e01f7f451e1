import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cacheFolder } from '../cacheFolder.ts'
import { installDependencies, npmInstall } from '../project.ts'

/**
 * Installs a tool from npm.
 *
 * @returns its folder
 * @throws {NotInstalledError}
 */
export function obtainPackage(name: string, version: string): string {
  const folder = join(cacheFolder, `${name}-${version}`)
  mkdirSync(folder, { recursive: true })
  const manifest = { private: true, dependencies: { [name]: version } }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  installDependencies(folder, 'package.json', npmInstall)
  return join(folder, 'node_modules', name)
}
