import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { mnemonicToAccount } from 'viem/accounts'
import { toHex } from '../../../src/primitives/hex.ts'
import { ForeignNode, type NodeCommand } from '../foreignNode.ts'
import type { Outcomes } from '../outcomes.ts'
import { installDependencies, npmInstall } from '../project.ts'
import { filesIn } from './hardhat/hardhatSuite.ts'
import { readReport } from './readReport.ts'
import { replaceIn } from './replaceIn.ts'
import { runTests } from './runTests.ts'
import type { Suite } from './suite.ts'

/** Of its packages, those whose tests ask a node. */
const PACKAGES = [
  'web3',
  'web3-eth',
  'web3-eth-accounts',
  'web3-eth-contract',
  'web3-eth-ens',
  'web3-net',
  'web3-providers-http',
  'web3-providers-ws',
]

/** What runs the tests. */
const TOOLS = {
  jest: '29.7.0',
  'jest-extended': '3.2.4',
  'ts-jest': '29.4.15',
  typescript: '4.9.5',
  flatted: '3.4.4',
  'web3-hardhat-plugin': '1.0.0',
}

/** That of its tests, and as many accounts as they take in turn. */
const CHAIN_ID = 1337
const ACCOUNTS = 20
const OPTIONS = ['--chain-id', String(CHAIN_ID), '--accounts', String(ACCOUNTS)]

/** https://github.com/web3/web3.js, of which v4.14.0 was tried, with all that its tests check of geth. */
export const web3js: Suite = {
  name: 'web3.js',
  prepare: async (copy) => {
    writeManifest(copy)
    installDependencies(copy, 'package.json', npmInstall)
    writeFileSync(join(copy, 'scripts', 'accounts.json'), JSON.stringify(accounts()))
    const tools = 'scripts/system_tests_utils.ts'
    replaceIn(copy, tools, /'http:\/\/127.0.0.1:8545'/, "process.env.SUITE_NODE ?? ''")
    // Its accounts are unlocked as at Hardhat's node, and get more than a fee costs.
    replaceIn(copy, tools, /getSystemTestBackend\(\) === BACKEND.HARDHAT/g, 'true')
    replaceIn(copy, tools, /toHex\('100000000'\)/g, "toHex('1000000000000000000000')")
    // A test that waits in vain need not wait as long.
    replaceIn(
      copy,
      'packages/web3-eth/test/integration/setup.js',
      /50000/,
      'process.env.SUITE_TIMEOUT',
    )
  },
  run: async (copy, node) => ({
    ...(await testOver(copy, node, 'http', 15_000, [])),
    ...(await testOver(copy, node, 'ws', 30_000, filesAboutSockets(copy))),
  }),
}

/** Names the packages as npm has them instead of building all: a package is tested from its sources, beside those. */
function writeManifest(copy: string): void {
  const dependencies: Record<string, string> = {}
  for (const folder of readdirSync(join(copy, 'packages'))) {
    const manifest = readManifest(join(copy, 'packages', folder, 'package.json'))
    // Not published.
    if (manifest.name === 'web3-account-abstraction') continue
    for (const [name, version] of Object.entries(manifest.dependencies ?? {})) {
      dependencies[name] ??= version
    }
    dependencies[manifest.name] = manifest.version
  }
  const manifest = { private: true, dependencies: { ...dependencies, ...TOOLS } }
  writeFileSync(join(copy, 'package.json'), JSON.stringify(manifest))
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly dependencies?: Readonly<Record<string, string>>
}

function readManifest(path: string): Manifest {
  return JSON.parse(readFileSync(path, 'utf8')) as Manifest
}

/** Those of the node, which can sign for them. */
function accounts(): { readonly address: string; readonly privateKey: string }[] {
  return Array.from({ length: ACCOUNTS }, (_, addressIndex) => {
    const phrase = 'test test test test test test test test test test test junk'
    const account = mnemonicToAccount(phrase, { addressIndex })
    const { privateKey } = account.getHdKey()
    return {
      address: account.address.toLowerCase(),
      privateKey: toHex(privateKey ?? new Uint8Array()),
    }
  })
}

/** What does more over WebSocket than over HTTP. */
function filesAboutSockets(copy: string): string[] {
  return PACKAGES.flatMap((name) =>
    filesIn(copy, join('packages', name, 'test', 'integration'), '.test.ts'),
  ).filter((file) => /\bis(Socket|Ws)\b/.test(readFileSync(join(copy, file), 'utf8')))
}

/**
 * @param timeout of most tests, in milliseconds
 * @param files with tests; none for all
 */
async function testOver(
  copy: string,
  node: NodeCommand,
  transport: 'http' | 'ws',
  timeout: number,
  files: readonly string[],
): Promise<Outcomes> {
  const args = (port: number) => [...node.args(port), ...OPTIONS]
  const running = await ForeignNode.start({ ...node, args })
  const config = fileURLToPath(new URL('web3js/suite.config.cjs', import.meta.url))
  try {
    return await readReport(copy, (SUITE_REPORT) =>
      runTests({
        folder: copy,
        command: process.execPath,
        args: [
          'node_modules/jest/bin/jest.js',
          '--config',
          config,
          '--runInBand',
          '--forceExit',
          ...files,
        ],
        env: {
          SUITE_REPORT,
          SUITE_NODE: running.url,
          SUITE_PACKAGES: PACKAGES.join(' '),
          SUITE_TIMEOUT: String(timeout),
          SUITE_TRANSPORT: transport,
          WEB3_SYSTEM_TEST_PROVIDER: running.url.replace('http', transport),
          WEB3_SYSTEM_TEST_BACKEND: 'geth',
        },
      }),
    )
  } finally {
    await running.stop()
  }
}
