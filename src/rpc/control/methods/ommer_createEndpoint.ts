import { decodeArguments } from '../../params/arguments.ts'
import type { ControlMethod } from '../controlMethod.ts'
import { anyValue, text } from '../params/simple.ts'

/**
 * Makes an endpoint, or finds it where it is there as asked.
 *
 * 1. its API key
 * 2. object with what `server.endpoint` takes, such as `dialect`, `head`, `lag` and `finality`; may be left out
 *
 * Result: object with `url`, `wsUrl` and `controlUrl`.
 */
export const ommer_createEndpoint: ControlMethod = (params, { endpoints }) => {
  const [key, options = {}] = decodeArguments(params, [text], [anyValue])
  const { url, wsUrl, controlUrl } = endpoints.create(key, options)
  return { url, wsUrl, controlUrl }
}
