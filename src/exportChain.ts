import type { Chain } from './chain/chain.ts'
import { exportFolder } from './formats/exportFolder.ts'
import type { ExportOptions } from './formats/exportOptions.ts'
import { version } from './version.ts'

/**
 * Writes a chain into a folder, in one or several formats. The same chain and options give the same bytes.
 *
 * The folder appears only once it is complete. It may exist if it is empty or an earlier export, which is replaced.
 *
 * @throws {ExportOptionsError} if an option is invalid
 * @throws {ExportError} if the folder contains anything else, or cannot be written
 *
 * @example
 * await exportChain(chain, 'fixtures/my-chain', { format: 'json', pretty: true })
 * const same = await loadChain('fixtures/my-chain')
 */
export function exportChain(
  chain: Chain,
  folder: string,
  options: ExportOptions = {},
): Promise<void> {
  return exportFolder(chain, folder, options, version)
}
