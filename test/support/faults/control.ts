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
  const endpoint = await callControl<OwnEndpoint>(control, 'ommer_createEndpoint', key, options)
  try {
    await act(endpoint)
  } finally {
    await callControl(control, 'ommer_closeEndpoint', key)
  }
}

/**
 * @throws {Error} if the response is an error
 */
export async function callControl<Result>(
  url: string,
  method: string,
  ...params: unknown[]
): Promise<Result> {
  const response = await fetch(url, {
    method: 'POST',
    // The connection must not remain when the state of the server is compared.
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
