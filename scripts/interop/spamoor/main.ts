import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Account } from '../../../src/chain/accounts.ts'
import type { Chain } from '../../../src/chain/chain.ts'
import { createChain } from '../../../src/chain/createChain.ts'
import type { Preset } from '../../../src/chain/spec/presets.ts'
import { exportChain } from '../../../src/exportChain.ts'
import { loadChain } from '../../../src/formats/loadChain.ts'
import type { Server } from '../../../src/index.ts'
import { toQuantity } from '../../../src/primitives/hex.ts'
import { serve } from '../../../src/serve.ts'
import { findGeth } from '../geth/gethProgram.ts'
import { importInto } from '../geth/importInto.ts'
import { runScenario } from './runScenario.ts'
import { scenarios } from './scenarios.ts'
import { findSpamoor } from './spamoorProgram.ts'

// Runs the scenarios of spamoor (https://github.com/ethpandaops/spamoor) against a development node under Amsterdam, and
// has geth import all blocks. `--count` sets how many transactions each scenario sends, `--scenario` chooses one,
// `--preset` another preset. OMMER_TEST_SPAMOOR names the program, OMMER_TEST_SPAMOOR_SOURCE a folder with its source.

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '240' },
    scenario: { type: 'string' },
    preset: { type: 'string', default: 'amsterdam' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 32)) },
  },
})
const spamoor = findSpamoor()
const geth = spamoor && findGeth()
if (spamoor === undefined || geth === undefined) {
  const missing = spamoor
    ? 'geth'
    : 'spamoor (OMMER_TEST_SPAMOOR=path or OMMER_TEST_SPAMOOR_SOURCE=folder)'
  console.log(`interop:spamoor: skipped, because ${missing} is not installed`)
} else {
  await run(spamoor, geth)
}

async function run(program: string, gethProgram: string): Promise<void> {
  const { seed, preset } = values
  console.log(`spamoor: seed ${seed}`)
  const scratch = mkdtempSync(join(tmpdir(), 'ommer-spamoor-'))
  const chain = await createChain({
    seed,
    preset: preset as Preset,
    blocks: 2,
    gasLimit: 60_000_000,
  })
  const server = await serve(chain, { port: 0, dev: true, miningInterval: 1, dialect: 'geth' })
  const files = join(scratch, 'chain')
  try {
    for (const name of Object.keys(scenarios)) {
      if (values.scenario !== undefined && name !== values.scenario) continue
      await play(program, name, chain, server)
    }
    await exportChain(server, files, { format: 'hive' })
    const loaded = await loadChain(files)
    const { tree } = loaded
    let transactions = 0
    for (let number = 0; number <= tree.head.number; number++) {
      transactions += loaded.blockByNumber(number)?.transactions.length ?? 0
    }
    console.log(`${transactions} transactions in ${tree.head.number} blocks`)
    await importInto(gethProgram, loaded, files, scratch)
    console.log(`geth imports all, with the same head ${tree.head.hash}`)
  } catch (error) {
    console.error(`DIFFERENT: ${(error as Error).message}`)
    process.exitCode = 1
  } finally {
    await server.close()
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** Runs a scenario, and prints how many transactions of it are in blocks. */
async function play(program: string, name: string, chain: Chain, server: Server): Promise<void> {
  const before = server.head.number
  const account = chain.accounts[0] as Account
  try {
    await runScenario(program, name, {
      url: server.url,
      privateKey: account.privateKey.slice(2),
      seed: `${values.seed}-${name}`,
      count: Number(values.count),
      options: scenarios[name] ?? [],
    })
  } catch (error) {
    console.error(`  ${name}: ${(error as Error).message}`)
    process.exitCode = 1
  }
  const { number: last } = server.head
  let included = 0
  for (let number = before + 1; number <= last; number++) {
    const params = [toQuantity(number)]
    const count = await server.request({ method: 'eth_getBlockTransactionCountByNumber', params })
    included += Number(count)
  }
  console.log(`${name}: ${included} transactions in ${last - before} blocks`)
  if (included === 0) process.exitCode = 1
}
