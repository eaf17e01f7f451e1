import type { Chain } from './chain/chain.ts'
import { EndpointChain } from './formats/endpointChain.ts'
import { exportFolder } from './formats/exportFolder.ts'
import type { ExportOptions } from './formats/exportOptions.ts'
import type { EndpointHandle } from './server/endpointHandle.ts'
import type { ServedEndpoint } from './server/servedEndpoint.ts'
import { version } from './version.ts'

/**
 * Writes a chain into a folder, in one or several formats. The same chain and options give the same bytes.
 *
 * The folder appears only once it is complete. It may exist if it is empty or an earlier export, which is replaced.
 *
 * @param chain a chain, or an endpoint of a server in this process: its canonical chain once the moves that were
 *   requested before are done, with its pending block, and as other branches the blocks that a reorg or a rollback has
 *   removed
 * @throws {ExportOptionsError} if an option is invalid
 * @throws {ExportError} if the folder contains anything else, or cannot be written
 *
 * @example
 * await exportChain(chain, 'fixtures/my-chain', { format: 'json', pretty: true })
 * const same = await loadChain('fixtures/my-chain')
 */
export async function exportChain(
  chain: Chain | ServedEndpoint,
  folder: string,
  options: ExportOptions = {},
): Promise<void> {
  const parts = (chain as Partial<EndpointHandle> | undefined)?.exportedParts
  const exported =
    parts === undefined ? (chain as Chain) : await EndpointChain.of(parts.chain, parts.endpoint)
  await exportFolder(exported, folder, options, version)
}
