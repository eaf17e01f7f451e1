import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Chain, createChain } from '../../../src/index.ts'
import { buildPackage } from '../../build/buildPackage.ts'
import { cacheFolder } from '../cacheFolder.ts'
import {
  type ForeignClient,
  foreignClients,
  missingTool,
  type ReadDialect,
} from './foreignClients.ts'
import { type ChainsRead, readChains } from './readChains.ts'
import { runSnippet, writeSnippet } from './runSnippet.ts'

// Reads chains of all presets with client libraries in other languages, in both dialects, and runs the snippets of
// docs/clients.md. Prints a line for each with how much it read, and on stderr why it could not read the rest. Exits with
// 1 if that differs from docs/dialects.md. `npm run interop:clients -- go rust` runs only these two.

const PRESETS = ['history', 'eras', 'pow', 'latest'] as const

const projects = fileURLToPath(new URL('.', import.meta.url))

const wanted = process.argv.slice(2)
const unknown = wanted.find((name) => !foreignClients.some((client) => client.name === name))
if (unknown !== undefined) {
  const names = foreignClients.map(({ name }) => name).join(', ')
  console.error(`'${unknown}' is none of: ${names}`)
  process.exit(1)
}
await buildPackage()
const chains = await Promise.all(PRESETS.map((preset) => createChain({ preset, blocks: 128 })))
for (const client of foreignClients) {
  if (wanted.length > 0 && !wanted.includes(client.name)) continue
  const missing = missingTool(client)
  if (missing === undefined) await runClient(client)
  else console.log(`${client.name}: skipped, ${missing} is not installed`)
}

async function runClient(client: ForeignClient): Promise<void> {
  const { name, library, commands } = client
  const folder = prepare(client)
  for (const dialect of ['infura', 'geth'] as const) {
    const found = await readChains(chains as readonly Chain[], dialect, commands.read, folder)
    console.log(
      `${name} (${library} ${versionOf(client)}), dialect ${dialect}: ${describe(client, found)}`,
    )
    for (const [what, count] of found.failures) console.error(`  ${count} x ${what}`)
    if (isAsExpected(client, dialect, found)) continue
    console.log(`${name}, dialect ${dialect}: expected ${client.reads[dialect]}`)
    process.exitCode = 1
  }
  if (commands.snippet)
    console.log(`${name}, snippet: ${await runSnippet(commands.snippet, folder)}`)
}

/** Copies the project of a client out of the repository, and builds the copy. */
function prepare(client: ForeignClient): string {
  const folder = join(cacheFolder, client.name)
  console.error(`building ${client.name} in ${folder} ...`)
  mkdirSync(folder, { recursive: true })
  cpSync(join(projects, client.project), folder, { recursive: true, preserveTimestamps: true })
  writeSnippet(client, folder)
  client.build(folder)
  return folder
}

function versionOf({ project, version: { file, pattern } }: ForeignClient): string {
  const [, version] = pattern.exec(readFileSync(join(projects, project, file), 'utf8')) ?? []
  if (version === undefined) throw new Error(`${project}/${file} has no version`)
  return version
}

function describe({ hasUncles }: ForeignClient, found: ChainsRead): string {
  const of = (what: Exclude<keyof ChainsRead, 'failures'>) => {
    const { read, of } = found[what]
    return `${read} of ${of}`
  }
  return [
    `${of('blocks')} blocks with ${of('transactions')} transactions and receipts`,
    hasUncles ? `${of('uncles')} uncles` : 'no uncles in this library',
    `logs of ${of('logs')} chains`,
    `${of('pending')} pending blocks`,
    `${of('heads')} heads by subscription`,
  ].join(', ')
}

function isAsExpected(
  { reads, hasUncles }: ForeignClient,
  dialect: ReadDialect,
  { blocks, transactions, uncles, logs, pending, heads }: ChainsRead,
): boolean {
  const counts = [blocks, transactions, ...(hasUncles ? [uncles] : []), logs, heads]
  const isWhole = counts.every(({ read, of }) => read === of)
  const hasPending = pending.read === pending.of
  const expected = reads[dialect]
  if (expected === 'notAll') return !isWhole
  return isWhole && hasPending === (expected === 'all')
}
