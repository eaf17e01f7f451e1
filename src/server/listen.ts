import { type AddressInfo, createServer, type Server } from 'node:net'
import { OmmerError } from '../primitives/errors.ts'

/** The server cannot listen on the address. */
export class ListenError extends OmmerError {
  constructor(code: 'PORT_IN_USE' | 'CANNOT_LISTEN', message: string, cause: Error) {
    super(code, message, { cause })
  }
}

/**
 * Starts listening.
 *
 * @returns the address for clients on this machine: `127.0.0.1:8545`, `[::1]:8545`
 * @throws {ListenError}
 */
export function listen(server: Server, port: number, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException): void => reject(toListenError(error, port, host))
    server.once('error', fail)
    server.listen(port, host, () => {
      server.off('error', fail)
      resolve(`${reachableHost(host)}:${(server.address() as AddressInfo).port}`)
    })
  })
}

/**
 * Checks that a server could listen, before work that would otherwise be in vain.
 *
 * @throws {ListenError}
 */
export async function requireFreePort(port: number, host: string): Promise<void> {
  const server = createServer()
  await listen(server, port, host)
  await new Promise((resolve) => server.close(resolve))
}

function toListenError(error: NodeJS.ErrnoException, port: number, host: string): ListenError {
  return error.code === 'EADDRINUSE'
    ? new ListenError(
        'PORT_IN_USE',
        `port ${port} on ${host} is in use; choose another, or 0 for a free one`,
        error,
      )
    : new ListenError('CANNOT_LISTEN', `cannot listen on ${host}:${port}: ${error.message}`, error)
}

/** A host for a URL. Clients cannot connect to the addresses that mean "all interfaces". */
function reachableHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}
