import { type Recording, recordChain as recordChainAs } from './record/recordChain.ts'
import type { RecordOptions } from './record/recordOptions.ts'
import { version } from './version.ts'

/**
 * Records a range of blocks of any node, over HTTP, into a folder that `loadChain` reads. Every block's hash, roots,
 * uncles and senders are verified, and that each is the parent of the next. What is broken off can be taken up again: by
 * the same call.
 *
 * @param url of the node's JSON-RPC; what may be a key in it is in no message
 * @throws {RecordError} where the range cannot be had, or what the node gives does not fit together
 * @throws {RpcRequestError} where the node does not answer
 *
 * @example
 * await recordChain('http://127.0.0.1:8545', { from: 0, to: 'latest', folder: 'fixtures/dev' })
 */
export function recordChain(url: string, options: RecordOptions): Promise<Recording> {
  return recordChainAs(url, options, version)
}
