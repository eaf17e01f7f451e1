import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import type { ChainSpec } from '../../src/chain/spec/spec.ts'
import type { FormatName } from '../../src/formats/formatNames.ts'
import { Child } from '../bench/child.ts'
import { buildPackage } from '../build/buildPackage.ts'
import { atLeast } from './atLeast.ts'

/** The task of a child process. */
export interface Step {
  readonly spec: ChainSpec
  readonly format: FormatName
  readonly folder: string
}

/** The cost of a step. */
export interface Stepped {
  readonly seconds: number
  /** peak resident memory since the child started */
  readonly peakMegabytes: number
  readonly head: string | undefined
}

const script = new URL('children/files.ts', import.meta.url)

const options = new Command('files')
  .description('Writes a long chain to files, reads it back, and reports time and memory.')
  .option('--blocks <count>', 'length of the chain', atLeast(1), 50_000)
  .option('--transactions <count>', 'transactions in each block', atLeast(1), 10)
  .option(
    '--formats <names>',
    'formats; the others are made from the first one',
    'bundle,json,cassette',
  )
  .option('--heap <megabytes>', "Node's --max-old-space-size", atLeast(64), 512)
  .showSuggestionAfterError(false)
  .parse()
  .opts<{
    readonly blocks: number
    readonly transactions: number
    readonly formats: string
    readonly heap: number
  }>()

const spec: ChainSpec = {
  seed: 'files',
  preset: 'latest',
  blocks: options.blocks,
  transactionsPerBlock: [options.transactions, options.transactions],
}
const formats = options.formats.split(',') as [FormatName, ...FormatName[]]
const scratch = mkdtempSync(join(tmpdir(), 'ommer-files-'))
const folderOf = (format: FormatName) => join(scratch, format)
console.error(`load ${loadavg()[0]?.toFixed(2)}`)
await buildPackage()
try {
  const [first, ...others] = formats
  const generating = new Child(script, { nodeOptions: [`--max-old-space-size=${options.heap}`] })
  report('generate', await generating.do<Stepped>('generate', { spec }), 0)
  await write(generating, first)
  await generating.stop()
  for (const format of formats) {
    const loading = new Child(script, { nodeOptions: [`--max-old-space-size=${options.heap}`] })
    const bytes = bytesIn(folderOf(format))
    report(`load ${format}`, await loading.do<Stepped>('load', { folder: folderOf(format) }), bytes)
    if (format === first) for (const other of others) await write(loading, other)
    await loading.stop()
  }
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

async function write(child: Child, format: FormatName): Promise<void> {
  const folder = folderOf(format)
  const done = await child.do<Stepped>('export', { format, folder })
  report(`export ${format}`, done, bytesIn(folder))
}

function report(what: string, { seconds, peakMegabytes, head }: Stepped, bytes: number): void {
  const rate = bytes === 0 ? '' : `${(bytes / 1e6 / seconds).toFixed(1)} MB/s, `
  console.log(
    `${what}: ${seconds.toFixed(1)} s, ${rate}${(options.blocks / seconds).toFixed(0)} blocks/s, ` +
      `${Math.round(bytes / 1e6)} MB, at most ${Math.round(peakMegabytes)} MB resident, head ${head}`,
  )
}

function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}
