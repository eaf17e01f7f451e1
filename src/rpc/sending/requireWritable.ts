import type { Endpoint } from '../../endpoint/endpoint.ts'
import type { Miner } from '../../endpoint/miner.ts'
import { serverError } from '../errors.ts'

/**
 * The miner of an endpoint whose chain can be extended.
 *
 * @throws {RequestError} if its chain cannot be extended
 */
export function requireWritable({ miner, chain }: Endpoint): Miner {
  if (miner !== undefined && !chain.children.isReadOnly) return miner
  throw serverError('the loaded chain is read-only: nothing can be sent to it')
}
