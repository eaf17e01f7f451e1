import type { Chain, Hex, Server } from '../../../src/index.ts'
import { buildPackage } from '../../build/buildPackage.ts'
import { importBuilt } from '../../build/built.ts'
import { NotInstalledError } from '../project.ts'
import { callToken, type Subject } from './facts.ts'
import {
  readWithCast,
  readWithEthers,
  readWithWeb3,
  readWithWeb3Py,
  runLibrary,
} from './libraries.ts'
import { runHardhatHelpers, runWeb3PyTesting } from './moves.ts'
import { runPonder } from './ponder.ts'
import { runProol } from './prool.ts'
import { branchOf, transfersIn } from './tokenTransfers.ts'
import { runWagmiInBrowser, runWagmiInJsdom } from './wagmi.ts'
import { runWatchers } from './watchers.ts'

// Installs applications that read state, runs them against the default chain without a change but the address, and
// compares what they show with the chain. `npm run interop:apps -- ponder` runs only one.

type App = (chain: Chain, server: Server, subject: Subject) => Promise<string>

const apps: Readonly<Record<string, App>> = {
  ethers: (...served) => runLibrary(readWithEthers, ...served),
  web3: (...served) => runLibrary(readWithWeb3, ...served),
  'web3.py': (...served) => runLibrary(readWithWeb3Py, ...served),
  cast: (...served) => runLibrary(readWithCast, ...served),
  'web3.py-testing': runWeb3PyTesting,
  'hardhat-helpers': runHardhatHelpers,
  'web3.py-filters': runWatchers,
  wagmi: runWagmiInJsdom,
  'wagmi-browser': runWagmiInBrowser,
  prool: runProol,
  // Last, because it moves the head.
  ponder: runPonder,
}

const wanted = process.argv.slice(2)
const unknown = wanted.find((name) => !(name in apps))
if (unknown !== undefined) {
  console.error(`'${unknown}' is none of: ${Object.keys(apps).join(', ')}`)
  process.exit(1)
}
await buildPackage()
const { createChain, serve } = await importBuilt()
const chain: Chain = await createChain()
const server = await serve(chain, { port: 0 })
const table: { readonly app: string; readonly result: string; readonly seconds: number }[] = []
try {
  const subject = await chooseSubject(chain)
  for (const [app, run] of Object.entries(apps)) {
    if (wanted.length > 0 && !wanted.includes(app)) continue
    const start = performance.now()
    const result = await resultOf(run, subject)
    table.push({ app, result, seconds: (performance.now() - start) / 1000 })
  }
} finally {
  await server.close()
}
for (const { app, result, seconds } of table) {
  console.log(`${app.padEnd(15)} ${seconds.toFixed(1).padStart(6)} s  ${result}`)
}

async function resultOf(run: App, subject: Subject): Promise<string> {
  try {
    return `passed: ${await run(chain, server, subject)}`
  } catch (error) {
    if (error instanceof NotInstalledError) return `skipped: ${error.message}`
    process.exitCode = 1
    return `FAILED: ${error instanceof Error ? error.message : error}`
  }
}

/** The token with most transfers, and an account that has some of it. */
async function chooseSubject(chain: Chain): Promise<Subject> {
  const counts = new Map<Hex, number>()
  for (const { token } of transfersIn(branchOf(chain, chain.head.hash))) {
    counts.set(token, (counts.get(token) ?? 0) + 1)
  }
  const [[token] = []] = [...counts].toSorted(([, a], [, b]) => b - a)
  if (token === undefined) throw new Error('the chain has no token')
  for (const { address } of chain.accounts) {
    const balance = await callToken(chain, chain.head.header.number, token, 'balanceOf', [address])
    if (balance !== '0') return { account: address, token }
  }
  throw new Error('nobody has tokens')
}
