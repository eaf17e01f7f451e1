import type { DialectName } from '../endpoint/dialects/dialects.ts'
import { exportChain } from '../exportChain.ts'
import type { FormatName } from '../formats/formatNames.ts'
import { INTERRUPTED } from './exitCodes.ts'
import {
  type GenerateArguments,
  generateChain,
  type LoadArguments,
  loadFromFiles,
  withProgress,
} from './obtainChain.ts'
import { print } from './print.ts'
import { requireOutFolder } from './requireOutFolder.ts'
import { stopSignal } from './stopSignal.ts'

/** The arguments of `ommer export`, from options or environment variables. */
export interface ExportArguments extends GenerateArguments, LoadArguments {
  readonly out: string
  readonly format: readonly FormatName[]
  readonly dialect?: DialectName
  readonly from?: number
  readonly to?: number
  readonly sideBranches: boolean
  readonly accessLists?: true
  readonly pretty?: true
  readonly gzip?: true
  /** the file or folder to load the chain from, instead of generating it */
  readonly load?: string
}

/** Generates or loads a chain and writes it to a folder. */
export async function runExport(given: ExportArguments): Promise<void> {
  const { out, load } = given
  const { format, dialect, from, to, sideBranches, accessLists, pretty, gzip } = given
  // Refuses a folder that is in use now, not after a long chain has been generated.
  await requireOutFolder(out)
  const obtained =
    load === undefined ? generateChain(given, stopSignal) : loadFromFiles(load, given, stopSignal)
  const chain = await obtained
  const written =
    chain &&
    (await withProgress('Writing blocks', stopSignal, async (options) => {
      const chosen = { format, dialect, from, to, sideBranches, accessLists, pretty, gzip }
      await exportChain(chain, out, { ...options, ...chosen })
      return chain.tree.byNumber(to ?? chain.tree.head.number)
    }))
  if (written === undefined) {
    process.exitCode = INTERRUPTED
    return
  }
  await print(`${out}: ${format.join(', ')}; head ${written.number} ${written.hash}\n`)
}
