import { callMethod } from '../callMethod.ts'
import type { ChainServer } from './chainServer.ts'

/** Addresses of an endpoint that a situation has to itself. */
export interface OwnEndpoint {
  readonly url: string
  readonly wsUrl: string
  readonly controlUrl: string
}

/**
 * Creates an endpoint, and closes it when the work is done.
 *
 * @param options as of `server.endpoint`
 */
export async function withEndpoint(
  server: ChainServer,
  key: string,
  options: object,
  act: (endpoint: OwnEndpoint) => Promise<void>,
): Promise<void> {
  const control = server.url.replace('/v3/', '/control/')
  const endpoint = await callMethod<OwnEndpoint>(control, 'ommer_createEndpoint', key, options)
  try {
    await act(endpoint)
  } finally {
    await callMethod(control, 'ommer_closeEndpoint', key)
  }
}
