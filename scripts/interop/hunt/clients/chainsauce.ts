import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { transfers } from '../../../../src/hunt/rows/transfers.ts'
import type { Expectation, HuntedClient } from '../../../../src/hunt.ts'
import { installProject, npmCi } from '../../project.ts'

/** The part of chainsauce that is used; it is installed when the script runs. */
interface Chainsauce {
  createHttpRpcClient(options: { readonly url: string }): RpcClient
  createIndexer(options: object): ChainsauceIndexer
}

interface RpcClient {
  getLastBlockNumber(): Promise<bigint>
}

interface ChainsauceIndexer {
  on(name: string, listener: (given: { readonly event: TransferEvent }) => Promise<void>): void
  on(name: 'error', listener: () => void): void
  subscribeToContract(options: object): void
  watch(): void
}

interface TransferEvent {
  readonly blockNumber: bigint
  readonly transactionHash: string
  readonly logIndex: number
  readonly address: string
  readonly params: { readonly from: string; readonly to: string; readonly value: bigint }
}

const uint256 = { type: 'uint256', name: 'value', indexed: false }
const addresses = ['from', 'to'].map((name) => ({ type: 'address', name, indexed: true }))
const abi = [{ type: 'event', name: 'Transfer', inputs: [...addresses, uint256] }]

/** In milliseconds. */
const POLLING_INTERVAL = 50

/**
 * Transfers with chainsauce 1.0.20, in this process. It keeps nothing when it is restarted.
 *
 * @throws {NotInstalledError}
 */
export async function chainsauceClient(): Promise<
  HuntedClient & { readonly expected: Expectation }
> {
  const project = new URL('../projects/chainsauce-1.0.20/', import.meta.url)
  // Its scripts would compile SQLite, which is not used here.
  const folder = installProject('indexer', project, 'package-lock.json', npmCi)
  const file = join(folder, 'node_modules', 'chainsauce', 'dist', 'index.js')
  const chainsauce = (await import(pathToFileURL(file).href)) as Chainsauce
  const rows = new Map<string, object[]>()
  let tokens: readonly string[] = []
  return {
    expected: transfersOf(() => tokens),
    start({ id, url, chainId, contracts }) {
      tokens = contracts
      const own: object[] = []
      rows.set(id, own)
      let isStopped = false
      const rpcClient = chainsauce.createHttpRpcClient({ url })
      const { getLastBlockNumber } = rpcClient
      // Its own `stop` throws where nobody can catch it if it is reading.
      rpcClient.getLastBlockNumber = () =>
        isStopped ? new Promise(() => {}) : getLastBlockNumber()
      const indexer = chainsauce.createIndexer({
        chain: { id: chainId, rpcClient, pollingIntervalMs: POLLING_INTERVAL },
        contracts: { Token: abi },
        logger: () => {},
      })
      indexer.on('error', () => {})
      indexer.on('Token:Transfer', async ({ event }) => {
        own.push(rowOf(event))
      })
      for (const address of contracts) indexer.subscribeToContract({ contract: 'Token', address })
      indexer.watch()
      return () => {
        isStopped = true
      }
    },
    rows: ({ id }) => rows.get(id) ?? [],
    after: ({ id }) => rows.delete(id),
  }
}

/** It reads only the tokens that it knows at its start; others may be deployed later. */
function transfersOf(tokens: () => readonly string[]): Expectation {
  return {
    ...transfers,
    rows: (...given) =>
      transfers.rows(...given).filter(({ address }) => tokens().includes(`${address}`)),
  }
}

function rowOf({ blockNumber, transactionHash, logIndex, address, params }: TransferEvent): object {
  return {
    block_number: blockNumber,
    transaction_hash: transactionHash,
    log_index: logIndex,
    address,
    ...params,
  }
}
