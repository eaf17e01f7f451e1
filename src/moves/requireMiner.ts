import type { Endpoint } from '../endpoint/endpoint.ts'
import type { Miner } from '../endpoint/miner.ts'
import { notWritable } from '../endpoint/moveError.ts'

/**
 * The miner of an endpoint.
 *
 * @throws {EndpointMoveError} NOT_WRITABLE without `dev`
 */
export function requireMiner({ miner }: Endpoint): Miner {
  if (miner !== undefined) return miner
  throw notWritable()
}
