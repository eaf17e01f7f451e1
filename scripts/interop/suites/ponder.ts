import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nodeSince } from '../nodeSince.ts'
import { installDependencies } from '../project.ts'
import { anvilInPath } from './anvilInPath.ts'
import { compileContracts } from './compileContracts.ts'
import { obtainPackage } from './obtainPackage.ts'
import { runVitest } from './runVitest.ts'
import type { Suite } from './suite.ts'

const FOLDER = join('packages', 'core')
const TESTS = join(FOLDER, 'src', '_test')

/** What the tests deploy. */
const CONTRACTS = ['ERC20', 'Factory', 'Pair', 'Revert']

/** https://github.com/ponder-sh/ponder, of which 0.17.5 was tried: the tests of its package `ponder`, with PGlite. */
export const ponder: Suite = {
  name: 'ponder',
  prepare: async (copy) => {
    const pnpm = join(obtainPackage('pnpm', '11.0.0'), 'bin', 'pnpm.mjs')
    const options = ['--frozen-lockfile', '--ignore-scripts', '--filter', 'ponder...']
    installDependencies(copy, 'package.json', [[nodeSince('24'), pnpm, 'install', ...options]])
    const compiled = compileContracts(
      copy,
      CONTRACTS.map((name) => join(TESTS, 'contracts', 'src', `${name}.sol`)),
      '0.8.30',
    )
    const abis = Object.entries(compiled).map(([name, { abi }]) => {
      const variable = name === 'ERC20' ? 'erc20' : name.toLowerCase()
      return `export const ${variable}ABI = ${JSON.stringify(abi)} as const\n`
    })
    writeFileSync(join(copy, TESTS, 'generated.ts'), abis.join(''))
    for (const [name, contract] of Object.entries(compiled)) {
      const out = join(copy, TESTS, 'contracts', 'out', `${name}.sol`)
      mkdirSync(out, { recursive: true })
      writeFileSync(join(out, `${name}.json`), JSON.stringify(contract))
    }
  },
  run: (copy, node) =>
    runVitest({
      folder: join(copy, FOLDER),
      command: nodeSince('24'),
      args: ['--maxWorkers', '2'],
      env: anvilInPath(copy, node),
    }),
}
