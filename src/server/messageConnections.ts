import { setImmediate as nextRound } from 'node:timers/promises'
import type { Endpoint } from '../endpoint/endpoint.ts'
import type { CloseCause } from './closeClient.ts'
import type { MessageConnection } from './messageConnection.ts'

/** The open connections of clients that send messages, of all transports. */
export class MessageConnections {
  readonly #open = new Set<MessageConnection>()
  readonly #closeSeconds: number

  /** @param closeSeconds how long pending responses may take when connections are closed */
  constructor(closeSeconds: number) {
    this.#closeSeconds = closeSeconds
  }

  add(connection: MessageConnection): void {
    const { client, endpoint } = connection
    this.#open.add(connection)
    endpoint.activity.changeConnections(1)
    client.once('close', () => {
      this.#open.delete(connection)
      endpoint.activity.changeConnections(-1)
    })
  }

  /**
   * Closes all connections of an endpoint at once, as a fault does.
   *
   * @param code as clients see it
   * @returns how many were open
   */
  closeClients(endpoint: Endpoint, code: number): number {
    const open = this.#connectionsOf(endpoint).filter(
      ({ client, isExplorer }) => client.readyState === client.OPEN && !isExplorer,
    )
    for (const connection of open) connection.closeWith(code)
    return open.length
  }

  /** Sends all pending responses, and closes every connection; resolves when they are closed. */
  closeAll(): Promise<void> {
    return this.#close([...this.#open], 'server')
  }

  /** Sends the pending responses of one endpoint, and closes its connections; resolves when they are closed. */
  async closeClientsOf(endpoint: Endpoint): Promise<void> {
    const connections = this.#connectionsOf(endpoint)
    // Closing the endpoint has ended the delays of its responses: these are sent first.
    await nextRound()
    await this.#close(connections, 'endpoint')
  }

  async #close(connections: readonly MessageConnection[], cause: CloseCause): Promise<void> {
    const deadline = performance.now() + this.#closeSeconds * 1000
    await Promise.all(connections.map((connection) => connection.close(deadline, cause)))
  }

  #connectionsOf(endpoint: Endpoint): MessageConnection[] {
    return [...this.#open].filter((connection) => connection.endpoint === endpoint)
  }
}
