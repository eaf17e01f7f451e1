import { ProviderRpcError } from '../../src/rpc/providerRpcError.ts'
import type { ServedEndpoint } from '../../src/server/servedEndpoint.ts'
import { post, request, transports } from './transports.ts'

/** The content of a response. */
type Said = { readonly result: unknown } | { readonly error: unknown }

/** A way to call a method of an endpoint. */
export interface Way {
  readonly way: string
  ask(endpoint: ServedEndpoint, method: string, params: readonly unknown[]): Promise<Said>
}

/** All ways to call a method. */
export const ways: readonly Way[] = [
  {
    way: 'HTTP',
    ask: async ({ url }, method, params) =>
      said(await (await post(url, request(method, params))).text()),
  },
  {
    way: 'a batch over HTTP',
    async ask({ url }, method, params) {
      const response = await post(url, `[${request(method, params)}]`)
      return said(JSON.stringify(JSON.parse(await response.text())[0]))
    },
  },
  {
    way: 'WebSocket',
    async ask(endpoint, method, params) {
      const connection = await transports[1].open(endpoint)
      try {
        return said(await connection.ask(request(method, params)))
      } finally {
        connection.close()
      }
    },
  },
  {
    way: 'in-process',
    async ask(endpoint, method, params) {
      try {
        return { result: await endpoint.request({ method, params }) }
      } catch (error) {
        if (!(error instanceof ProviderRpcError)) throw error
        const { code, message, data } = error
        return { error: { code, message, ...(data !== undefined && { data }) } }
      }
    },
  },
]

function said(text: string): Said {
  const { result, error } = JSON.parse(text)
  return error === undefined ? { result } : { error }
}
