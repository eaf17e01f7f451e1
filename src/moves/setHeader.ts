import type { HeaderSettings } from '../chain/generate/headerSettings.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { requireMiner } from './requireMiner.ts'

/**
 * Sets fields of the headers of new blocks; the others stay as they are.
 *
 * @throws {EndpointMoveError} NOT_WRITABLE without `dev`
 */
export function setHeader(endpoint: Endpoint, settings: HeaderSettings): void {
  requireMiner(endpoint)
  endpoint.headerSettings = { ...endpoint.headerSettings, ...settings }
}
