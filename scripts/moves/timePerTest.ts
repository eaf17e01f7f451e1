import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('vitestProject', import.meta.url))
const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url))

/** Runs vitest: the milliseconds that a test with its own endpoint and a reorg takes beyond an empty one. */
export function timePerTest(): number {
  const folder = mkdtempSync(join(tmpdir(), 'ommer-moves-'))
  try {
    const FIGURES = join(folder, 'figures')
    // Standard output belongs to the report.
    execFileSync(process.execPath, [vitest, 'run', '--root', root], {
      env: { ...process.env, FIGURES },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const lines = readFileSync(FIGURES, 'utf8').trim().split('\n')
    const entries = lines.map((line) => JSON.parse(line))
    const { empty, reorg } = Object.fromEntries(
      entries.map(({ name, milliseconds }) => [name, milliseconds]),
    )
    return reorg - empty
  } finally {
    rmSync(folder, { recursive: true })
  }
}
