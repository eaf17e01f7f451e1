import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nodeSince } from '../nodeSince.ts'
import { installDependencies } from '../project.ts'
import { anvilInPath } from './anvilInPath.ts'
import { compileContracts } from './compileContracts.ts'
import { obtainPackage } from './obtainPackage.ts'
import { replaceIn } from './replaceIn.ts'
import { runVitest } from './runVitest.ts'
import type { Suite } from './suite.ts'

/** Of its tests, those that ask a node. */
const FOLDERS = ['src/actions/test', 'src/actions/wallet', 'src/actions/public', 'src/clients']

/** What the tests deploy, but for what comes from submodules. */
const CONTRACTS = [
  'ERC6492SignatureVerifier',
  'test/Delegation',
  'test/ERC20InvalidTransferEvent',
  'test/EnsAvatarTokenUri',
  'test/ErrorsExample',
  'test/Event',
  'test/GH434',
  'test/OffchainLookupExample',
  'test/Payable',
].map((name) => `contracts/src/${name}.sol`)

/** Of the project without other chains. A test that fails is not repeated. */
const OPTIONS = '--config test/vitest.config.ts --project core --retry 0 --maxWorkers 2'

/** https://github.com/wevm/viem, without a fork of mainnet: the tests that read its contracts fail at every node. */
export const viem: Suite = {
  name: 'viem',
  prepare: async (copy) => {
    const pnpm = join(obtainPackage('pnpm', '11.13.1'), 'bin', 'pnpm.mjs')
    const options = ['--frozen-lockfile', '--ignore-scripts', '--filter', './src', '--filter', '.']
    installDependencies(copy, 'package.json', [[nodeSince('24'), pnpm, 'install', ...options]])
    replaceIn(copy, 'test/src/anvil.ts', /forkUrl,\s+forkBlockNumber:\s[^}]*?forkUrl\)\),/, '')
    // Each file has a node of its own, which would run until the last file ends.
    replaceIn(
      copy,
      'test/setup.ts',
      /import \{ (.*\n(?:.*\n)*)/,
      'import { afterAll, $1\nafterAll(() => fetch(client.chain.rpcUrls.default.http[0] + "/stop"))\n',
    )
    const contracts = Object.entries(compileContracts(copy, CONTRACTS, '0.8.30')).map(
      ([name, contract]) => `export const ${name} = ${JSON.stringify(contract)} as const\n`,
    )
    writeFileSync(join(copy, 'contracts', 'generated.ts'), contracts.join(''))
  },
  run: (copy, node) =>
    runVitest({
      folder: copy,
      command: nodeSince('24'),
      args: [...OPTIONS.split(' '), ...FOLDERS],
      env: anvilInPath(copy, node),
    }),
}
