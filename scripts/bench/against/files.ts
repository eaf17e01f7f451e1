import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importBuilt } from '../../build/built.ts'
import { filesSpec } from '../files.ts'
import { compare, measurePairs } from '../pairs.ts'
import { type Row, row } from '../report.ts'
import { secondsOf } from '../secondsOf.ts'

/** Compares exporting and loading a chain with those of another build. */
export async function measureFilesAgainst(
  folder: string,
  pairs: number,
  blocks: number,
): Promise<Row[]> {
  const scratch = mkdtempSync(join(tmpdir(), 'ommer-bench-'))
  const [ours, theirs] = [await openBuild(blocks), await openBuild(blocks, folder)]
  let folders = 0
  const fresh = () => join(scratch, String(folders++))
  const rows: Row[] = []
  try {
    for (const format of ['json', 'bundle'] as const) {
      const [our, their] = [fresh(), fresh()]
      await ours.write(our, format)
      await theirs.write(their, format)
      const written = await measurePairs(
        pairs,
        () => ours.write(fresh(), format),
        () => theirs.write(fresh(), format),
      )
      const read = await measurePairs(
        pairs,
        () => ours.read(our),
        () => theirs.read(their),
      )
      for (const [what, runs] of [
        ['export', written],
        ['load', read],
      ] as const) {
        const perSecond = compare(runs, (seconds) => blocks / seconds)
        rows.push(row(`${what} ${format}`, 'blocks/s', 'the other build', perSecond, 1))
      }
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
  return rows
}

/** What a build does with files of its own chain, in seconds. */
async function openBuild(blocks: number, folder?: string) {
  const { createChain, exportChain, loadChain } = await importBuilt(folder)
  const chain = await createChain(filesSpec(blocks))
  return {
    write: (path: string, format: 'json' | 'bundle') =>
      secondsOf(() => exportChain(chain, path, { format })),
    read: (path: string) => secondsOf(() => loadChain(path)),
  }
}
