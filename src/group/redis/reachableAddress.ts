import { networkInterfaces } from 'node:os'

/**
 * Where other machines reach a server: `HOST:PORT`.
 *
 * @param host where it listens; if that is everywhere, an address of the first network that is not within this machine
 */
export function reachableAddress(host: string, port: number): string {
  const isEverywhere = host === '0.0.0.0' || host === '::'
  const others = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  const found = others.find(({ internal, family }) => !internal && family === 'IPv4')
  const reachable = isEverywhere ? (found?.address ?? '127.0.0.1') : host
  return reachable.includes(':') ? `[${reachable}]:${port}` : `${reachable}:${port}`
}
