import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { Chain, Hex, Server } from '../../../src/index.ts'
import { findBrowser, NO_BROWSER } from '../../browser/findBrowser.ts'
import { installProject, NotInstalledError, npmInstall, runProgram } from '../project.ts'
import { differenceOf, type Facts, factsOf, feesDifference, type Subject } from './facts.ts'
import { addressesOf } from './libraries.ts'

/** What the page shows: the results of its hooks, with bigints as decimal text. */
interface Shown {
  readonly block: { readonly number: string; readonly hash: Hex }
  readonly balance: { readonly value: string }
  readonly nonce: number
  readonly code: Hex
  readonly storage: Hex
  readonly contract: readonly [name: string, symbol: string, decimals: number, balance: string]
  readonly gasPrice: string
  readonly tip: string
  readonly fees: { readonly maxFeePerGas: string; readonly maxPriorityFeePerGas: string }
  readonly history: { readonly baseFeePerGas: readonly string[] }
  readonly transferGas: string
}

/** Shows the page in jsdom. */
export async function runWagmiInJsdom(
  chain: Chain,
  server: Server,
  subject: Subject,
): Promise<string> {
  return show(chain, server, subject, [process.execPath, 'inJsdom.mjs'])
}

/** Shows the page in a browser of this machine. */
export async function runWagmiInBrowser(
  chain: Chain,
  server: Server,
  subject: Subject,
): Promise<string> {
  const path = findBrowser()
  if (path === undefined) throw new NotInstalledError(NO_BROWSER)
  return show(chain, server, subject, [process.execPath, 'inBrowser.mjs', path])
}

async function show(
  chain: Chain,
  server: Server,
  subject: Subject,
  [program, ...args]: readonly [string, ...string[]],
): Promise<string> {
  const folder = installProject(
    'app',
    new URL('projects/wagmi/', import.meta.url),
    'package.json',
    npmInstall,
  )
  const vite = join(folder, 'node_modules/vite/bin/vite.js')
  const built = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'error'], { cwd: folder })
  if (built.status !== 0) throw new Error(`vite failed: ${built.stderr}`)
  let hooks = 0
  for (const rpc of addressesOf(server)) {
    const query = new URLSearchParams({ rpc, ...subject })
    const page = await runProgram<{ state?: string; text?: string }>(
      folder,
      program,
      ...args,
      `${query}`,
    )
    if (page.state !== 'ready') throw new Error(`${rpc}: the page is ${page.state}: ${page.text}`)
    const shown = JSON.parse(page.text ?? '') as Shown
    await requireShown(chain, subject, shown)
    hooks = Object.keys(shown).length
  }
  return `${hooks} hooks show what the chain has, also without a key`
}

async function requireShown(chain: Chain, subject: Subject, shown: Shown): Promise<void> {
  const { block, contract, history, fees, tip, gasPrice } = shown
  const { number, hash, header } = { ...chain.head, ...chain.head.header }
  const read: Facts = {
    balance: shown.balance.value,
    nonce: shown.nonce,
    code: shown.code,
    storage: `${BigInt(shown.storage)}`,
    name: contract[0],
    symbol: contract[1],
    tokenBalance: contract[3],
    transferGas: shown.transferGas,
    baseFees: history.baseFeePerGas,
  }
  const difference =
    differenceOf(await factsOf(chain, number, subject), read) ??
    feesDifference(chain, { tip, gasPrice })
  if (difference !== undefined) throw new Error(difference)
  // viem adds a fifth to the base fee.
  const maxFeePerGas = `${((header.baseFeePerGas ?? 0n) * 12n) / 10n + BigInt(tip)}`
  if (fees.maxFeePerGas !== maxFeePerGas || fees.maxPriorityFeePerGas !== tip) {
    throw new Error(`fees are ${JSON.stringify(fees)}, wanted ${maxFeePerGas} and ${tip}`)
  }
  if (block.hash !== hash || contract[2] !== 18) throw new Error('another block, or other decimals')
}
