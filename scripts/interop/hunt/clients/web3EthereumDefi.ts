import { join } from 'node:path'
import type { HuntedClient } from '../../../../src/hunt.ts'
import { freePort } from '../../../bench/freePort.ts'
import { installPython } from '../../indexers/python.ts'
import { startProgram } from '../program.ts'

interface TransferLog {
  readonly block_number: number
  readonly block_hash: string
  readonly transaction_hash: string
  readonly log_index: number
  readonly address: string
  readonly topics: readonly string[]
}

/** A log of an ERC-20 transfer has so many topics; that of an ERC-721 has one more. */
const TOPICS = 3

/**
 * Transfers with the reorganisation monitor of web3-ethereum-defi 1.2. It keeps nothing when it is restarted.
 *
 * @throws {NotInstalledError}
 */
export function web3EthereumDefiClient(): HuntedClient {
  // The program is that of `npm run interop:indexers`.
  const { folder, python } = installPython('web3-ethereum-defi')
  const ports = new Map<string, number>()
  return {
    async start({ id, url }) {
      const port = await freePort()
      ports.set(id, port)
      const args = ['-W', 'ignore', 'run.py', url, `${port}`]
      return startProgram({ command: join(folder, python), args, folder })
    },
    async rows({ id }) {
      const response = await fetch(`http://127.0.0.1:${ports.get(id)}/rows`)
      const { events } = (await response.json()) as { readonly events: readonly TransferLog[] }
      return { transfers: events.filter(({ topics }) => topics.length === TOPICS) }
    },
    after: ({ id }) => ports.delete(id),
  }
}
