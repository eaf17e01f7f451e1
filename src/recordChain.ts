import { type Recording, recordChain as recordChainAs } from './record/recordChain.ts'
import type { RecordOptions } from './record/recordOptions.ts'
import { version } from './version.ts'

/**
 * Records a range of blocks from any node, over HTTP, into a folder that `loadChain` reads. Every block's hash, roots,
 * uncles and senders are verified, and that it is the parent of the next. To resume an interrupted recording, repeat
 * the call.
 *
 * @param url of the node's JSON-RPC; messages mask whatever may be a key in it
 * @throws {RecordError} if the node does not have the range, or its data is inconsistent
 * @throws {RpcRequestError} if a request fails
 *
 * @example
 * await recordChain('http://127.0.0.1:8545', { from: 0, to: 'latest', folder: 'fixtures/dev' })
 */
export function recordChain(url: string, options: RecordOptions): Promise<Recording> {
  return recordChainAs(url, options, version)
}
