import type { Chain } from './chain/chain.ts'
import { exportFolder } from './formats/exportFolder.ts'
import type { ExportOptions } from './formats/exportOptions.ts'
import { version } from './version.ts'

/**
 * Writes a chain into a folder, in one form or several. The same chain and options give the same bytes.
 *
 * The folder is there whole or not at all. One that an earlier export has made is replaced; any other is left alone.
 *
 * @throws {ExportOptionsError} where an option is wrong
 * @throws {ExportError} where the folder holds something else, or cannot be written
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
