import type { DialectName } from '../endpoint/dialects/dialect.ts'
import { exportChain } from '../exportChain.ts'
import type { FormatName } from '../formats/manifest.ts'
import { INTERRUPTED } from './exitCodes.ts'
import { generateChain, type LoadArguments, obtainLoaded, withProgress } from './obtainChain.ts'
import { print } from './print.ts'
import { requireOutFolder } from './requireOutFolder.ts'
import type { SpecArguments } from './specOptions.ts'
import { stopSignal } from './stopSignal.ts'

/** What `ommer export` was told, by options or by the environment. */
export interface ExportArguments extends SpecArguments, LoadArguments {
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
}

/** Generates or loads a chain and writes it into a folder. */
export async function runExport(given: ExportArguments): Promise<void> {
  const { out, format, dialect, from, to, sideBranches, pretty, gzip, load } = given
  // Whoever named a folder that is taken is to hear of it now, not when a long chain is made.
  await requireOutFolder(out)
  const make =
    load === undefined ? generateChain(given, stopSignal) : obtainLoaded(load, given, stopSignal)
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
  await print(`${out}: ${format.join(', ')}; head ${written.number} ${written.hash}\n`)
}
