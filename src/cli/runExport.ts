import type { DialectName } from '../endpoint/dialects/dialect.ts'
import { exportChain } from '../exportChain.ts'
import { requireOurFolder } from '../fixtures/folder/ourFolder.ts'
import type { FormatName } from '../fixtures/manifest.ts'
import { INTERRUPTED } from './exitCodes.ts'
import { generateChain, obtainLoaded, withProgress } from './obtainChain.ts'
import type { SpecArguments } from './specOptions.ts'
import { stopSignal } from './stopSignal.ts'

/** What `ommer export` was told, by options or by the environment. */
export interface ExportArguments extends SpecArguments {
  readonly out: string
  readonly format: readonly FormatName[]
  readonly dialect?: DialectName
  readonly from?: number
  readonly to?: number
  readonly sideBranches: boolean
  readonly pretty?: true
  readonly gzip?: true
  /** the file or folder of a chain, which then is not generated */
  readonly load?: string
  /** whether what was loaded is checked */
  readonly verify: boolean
}

/** Generates or loads a chain and writes it into a folder. */
export async function runExport(given: ExportArguments): Promise<void> {
  const { out, format, dialect, from, to, sideBranches, pretty, gzip, load, verify } = given
  // Whoever named a folder that is taken is to hear of it now, not when a long chain is made.
  await requireOurFolder(out)
  const make =
    load === undefined
      ? generateChain(given, stopSignal)
      : obtainLoaded(load, { verify, stop: stopSignal })
  const chain = await make
  const written =
    chain &&
    (await withProgress('Writing blocks', stopSignal, async (options) => {
      const chosen = { format, dialect, from, to, sideBranches, pretty, gzip }
      await exportChain(chain, out, { ...options, ...chosen })
      return chain.tree.byNumber(to ?? chain.tree.head.number)
    }))
  if (written === undefined) {
    process.exitCode = INTERRUPTED
    return
  }
  process.stdout.write(`${out}: ${format.join(', ')}; head ${written.number} ${written.hash}\n`)
}
