import { exportHive, requireExportFolder } from '../fixtures/hive/exportHive.ts'
import { INTERRUPTED } from './exitCodes.ts'
import { generateChain } from './obtainChain.ts'
import type { SpecArguments } from './specOptions.ts'
import { stopSignal } from './stopSignal.ts'

/** What `ommer export` was told, by options or by the environment. */
export interface ExportArguments extends SpecArguments {
  readonly out: string
  readonly format: 'hive'
}

/** Generates a chain and writes it into a folder. */
export async function runExport(given: ExportArguments): Promise<void> {
  // Whoever named a folder that is taken is to hear of it now, not when a long chain is made.
  await requireExportFolder(given.out)
  const chain = await generateChain(given, stopSignal)
  if (chain === undefined) {
    process.exitCode = INTERRUPTED
    return
  }
  await exportHive(chain, given.out)
  const { number, hash } = chain.tree.head
  process.stdout.write(
    `${given.out}: genesis.json, chain.rlp, headfcu.json; head ${number} ${hash}\n`,
  )
}
