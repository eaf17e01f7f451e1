import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Chain } from '../../src/chain/chain.ts'
import type { ChainSpec } from '../../src/chain/spec/spec.ts'
import { importBuilt } from '../build/built.ts'
import { compare, measurePairs } from './pairs.ts'
import { type Row, row } from './report.ts'
import { secondsOf } from './secondsOf.ts'

/** How many files are in progress at a time: enough to keep all of Node's threads busy. */
const FILES_AT_ONCE = 64

/** The share of the baseline's rate that we want. */
const TARGETS = {
  export: { json: 0.9, bundle: 0.8 },
  load: { json: 0.4, bundle: 0.5 },
}

/** A file's path and its content. */
type Content = readonly [path: string, value: unknown]

/**
 * Measures exporting and loading a chain, in megabytes of JSON and blocks per second, beside `JSON.stringify` with
 * `fs.writeFile` and `fs.readFile` with `JSON.parse` of the same objects. The baseline has these objects in memory; an
 * export builds them from the chain's bytes, and loading checks them.
 */
export async function measureFiles(pairs: number, blocks: number): Promise<Row[]> {
  const { createChain, exportChain, loadChain } = await importBuilt()
  const chain = await createChain(filesSpec(blocks))
  const parent = mkdtempSync(join(tmpdir(), 'ommer-bench-'))
  const contents = await contentsOf(chain, exportChain, join(parent, 'contents'))
  const bytes = contents.reduce((sum, [, value]) => sum + JSON.stringify(value).length + 1, 0)
  const rows: Row[] = []
  try {
    for (const format of ['json', 'bundle'] as const) {
      // Each run has its own folder: a file system is slow for a while where many files were removed.
      let folders = 0
      const fresh = (whose: string) => join(parent, `${format}-${whose}-${folders++}`)
      const [ours, plain] = [fresh('ours'), fresh('plain')]
      const writePlainly = format === 'bundle' ? writeOne : writeMany
      const readPlainly = format === 'bundle' ? readOne : readMany
      await exportChain(chain, ours, { format })
      await writePlainly(plain, contents)
      const written = await measurePairs(
        pairs,
        () => secondsOf(() => exportChain(chain, fresh('ours'), { format })),
        () => secondsOf(() => writePlainly(fresh('plain'), contents)),
      )
      const read = await measurePairs(
        pairs,
        () => secondsOf(() => loadChain(ours)),
        () => secondsOf(() => readPlainly(plain, contents)),
      )
      const perSecond = (amount: number) => (run: number) => amount / run
      for (const [what, runs, baseline] of [
        ['export', written, 'JSON.stringify, fs.writeFile'],
        ['load', read, 'fs.readFile, JSON.parse'],
      ] as const) {
        const target = TARGETS[what][format]
        rows.push(
          row(`${what} ${format}`, 'MB/s', baseline, compare(runs, perSecond(bytes / 1e6)), target),
          row(`${what} ${format}`, 'blocks/s', baseline, compare(runs, perSecond(blocks)), target),
        )
      }
    }
  } finally {
    rmSync(parent, { recursive: true, force: true })
  }
  return rows
}

/** The chain that is exported and loaded. */
export function filesSpec(blocks: number): ChainSpec {
  return { seed: 'bench', preset: 'latest', blocks, transactionsPerBlock: [10, 10] }
}

/** The files of an export of the chain. */
async function contentsOf(
  chain: Chain,
  exportChain: (chain: never, folder: string, options: object) => Promise<void>,
  folder: string,
): Promise<Content[]> {
  await exportChain(chain as never, folder, { format: 'bundle' })
  const { digest: _, ...members } = JSON.parse(await readFile(join(folder, 'bundle.json'), 'utf8'))
  return Object.entries(members)
}

async function writeMany(folder: string, contents: readonly Content[]): Promise<void> {
  await inTurns(contents, async ([path, value]) => {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), `${JSON.stringify(value)}\n`)
  })
}

async function readMany(folder: string, contents: readonly Content[]): Promise<void> {
  await inTurns(contents, async ([path]) => {
    JSON.parse(await readFile(join(folder, path), 'utf8'))
  })
}

async function writeOne(folder: string, contents: readonly Content[]): Promise<void> {
  mkdirSync(folder)
  await writeFile(join(folder, 'bundle.json'), JSON.stringify(Object.fromEntries(contents)))
}

async function readOne(folder: string): Promise<void> {
  JSON.parse(await readFile(join(folder, 'bundle.json'), 'utf8'))
}

/** Processes all items, several at a time. */
async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values()
  const worker = async () => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: FILES_AT_ONCE }, worker))
}
