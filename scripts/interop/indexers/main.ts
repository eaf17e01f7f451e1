import type { Chain } from '../../../src/index.ts'
import { buildPackage } from '../../build/buildPackage.ts'
import { importBuilt } from '../../build/built.ts'
import { NotInstalledError } from '../project.ts'
import { runChainsauce } from './chainsauce.ts'
import { runCryo } from './cryo.ts'
import { runEthereumEtl } from './ethereumEtl.ts'
import type { Indexer } from './indexer.ts'
import { runPonder } from './ponder.ts'
import { type MethodCalls, RecordingProxy } from './recordingProxy.ts'
import type { DataSet } from './rows.ts'
import { StockTraces } from './stock/stockTraces.ts'
import { runSubsquid } from './subsquid.ts'
import { runWeb3EthereumDefi } from './web3EthereumDefi.ts'

// Installs indexers, lets them read a chain, some of them through a reorg, and compares their rows with the chain and with
// what its transactions did according to stock @ethereumjs. Prints a table of what each read, and the methods that they
// called. `npm run interop:indexers -- cryo` runs only one.

const indexers: Readonly<Record<string, Indexer>> = {
  ponder: runPonder,
  'ethereum-etl': runEthereumEtl,
  cryo: runCryo,
  subsquid: runSubsquid,
  'web3-ethereum-defi': runWeb3EthereumDefi,
  chainsauce: runChainsauce,
}

const BLOCKS = 96

const wanted = process.argv.slice(2)
const unknown = wanted.find((name) => !(name in indexers))
if (unknown !== undefined) {
  console.error(`'${unknown}' is none of: ${Object.keys(indexers).join(', ')}`)
  process.exit(1)
}
await buildPackage()
const { createChain, serve } = await importBuilt()
const chain: Chain = await createChain({ blocks: BLOCKS })
const stock = await StockTraces.start(chain)
const lines: string[] = []
const calls = new Map<string, readonly MethodCalls[]>()
for (const [name, run] of Object.entries(indexers)) {
  if (wanted.length === 0 || wanted.includes(name)) await runIndexer(name, run)
}
console.log(lines.join('\n'))
printMethods()

async function runIndexer(name: string, run: Indexer): Promise<void> {
  // Each has a server of its own, because some of them follow the head while it moves.
  const server = await serve(chain, { port: 0 })
  const proxy = await RecordingProxy.start(server.url)
  const start = performance.now()
  const print = (line: string) => lines.push(`${name.padEnd(20)} ${line}`)
  try {
    const dataSets = await run({ chain, server, url: proxy.url, stock })
    for (const dataSet of dataSets) print(lineOf(dataSet))
    if (dataSets.some(({ problem }) => problem !== undefined)) process.exitCode = 1
    print(`${((performance.now() - start) / 1000).toFixed(1)} s`)
  } catch (error) {
    if (error instanceof NotInstalledError) print(`skipped: ${error.message}`)
    else {
      process.exitCode = 1
      print(`FAILED: ${error instanceof Error ? error.message : error}`)
    }
  } finally {
    calls.set(name, proxy.methods)
    await proxy.close()
    await server.close()
  }
}

function lineOf({ name, rows, problem }: DataSet): string {
  if (problem !== undefined) return `${name}: FAILED: ${problem}`
  return `${name}: ${rows} rows equal the chain`
}

/** How often each indexer called each method, and which errors it got. */
function printMethods(): void {
  for (const [name, methods] of calls) {
    console.log(`\n${name} called`)
    for (const { method, calls, errors } of methods) {
      console.log(`  ${method} ${calls} x`)
      for (const [error, count] of errors) console.log(`    ${count} x ${error}`)
    }
  }
}
