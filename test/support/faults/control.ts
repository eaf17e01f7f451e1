import type { ChainServer } from './chainServer.ts'

/** Addresses of an endpoint that a situation has for itself. */
export interface OwnEndpoint {
  readonly url: string
  readonly wsUrl: string
  readonly controlUrl: string
}

/**
 * Makes an endpoint, and ends it when all is done.
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
  const endpoint = await callControl<OwnEndpoint>(control, 'ommer_createEndpoint', key, options)
  try {
    await act(endpoint)
  } finally {
    await callControl(control, 'ommer_closeEndpoint', key)
  }
}

/** @throws {Error} where it is answered with an error */
export async function callControl<Result>(
  url: string,
  method: string,
  ...params: unknown[]
): Promise<Result> {
  const response = await fetch(url, {
    method: 'POST',
    // Nothing of it is to be there when it is looked what is left.
    headers: { 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await response.json()) as {
    readonly result: Result
    readonly error?: { readonly message: string }
  }
  if (error !== undefined) throw new Error(`${method}: ${error.message}`)
  return result
}
