import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installDependencies } from '../project.ts'
import { obtainPackage } from './obtainPackage.ts'

/**
 * Installs what a suite with a lock file of Yarn 1 depends on.
 *
 * @throws {NotInstalledError}
 */
export function installWithYarn(copy: string): void {
  const path = join(copy, 'package.json')
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as object
  // Lock files of old suites name a commit on GitHub, which a registry does not have.
  const patched = { ...manifest, resolutions: { 'ethereumjs-abi': '0.6.8' } }
  writeFileSync(path, JSON.stringify(patched, undefined, 2))
  const yarn = join(obtainPackage('yarn', '1.22.22'), 'bin', 'yarn.js')
  const options = ['--ignore-scripts', '--ignore-engines']
  installDependencies(copy, 'package.json', [[process.execPath, yarn, 'install', ...options]])
}
