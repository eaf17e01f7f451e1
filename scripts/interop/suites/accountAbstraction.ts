import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installDependencies } from '../project.ts'
import { compileWithHardhat, filesIn, testWithHardhat } from './hardhat/hardhatSuite.ts'
import { obtainPackage } from './obtainPackage.ts'
import type { Suite } from './suite.ts'

/** https://github.com/eth-infinitism/account-abstraction, of which v0.7.0 was tried: ERC-4337. */
export const accountAbstraction: Suite = {
  name: 'account-abstraction',
  prepare: async (copy) => {
    const path = join(copy, 'package.json')
    const manifest = JSON.parse(readFileSync(path, 'utf8')) as object
    // Its lock file names a commit on GitHub, which a registry does not have.
    const patched = { ...manifest, resolutions: { 'ethereumjs-abi': '0.6.8' } }
    writeFileSync(path, JSON.stringify(patched, undefined, 2))
    const yarn = join(obtainPackage('yarn', '1.22.22'), 'bin', 'yarn.js')
    const options = ['--ignore-scripts', '--ignore-engines']
    installDependencies(copy, 'package.json', [[process.execPath, yarn, 'install', ...options]])
    await compileWithHardhat(copy, '0.8.23')
  },
  run: (copy, node) => testWithHardhat(copy, node, filesIn(copy, 'test', '.test.ts')),
}
