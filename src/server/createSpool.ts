import type { Socket } from 'node:net'
import { Spool } from '../rpc/longAnswers/spool.ts'
import { ClientMemory } from './clientMemory.ts'

/**
 * Creates what keeps long answers.
 *
 * @param bytesMax for the answers of all clients; one may have half of it
 */
export function createSpool(bytesMax: number): Spool {
  // What clients do not read must not keep others from being answered: the same rule as for memory says who has to go.
  const accounts = new ClientMemory({ bytesMax, close: (socket) => socket.destroy() })
  return new Spool({
    bytesMax: Math.floor(bytesMax / 2),
    accountOf: (connection) => accounts.of(connection as Socket),
    // Loaded only then, so that the server starts faster.
    async createFolder() {
      const { TemporaryFolder } = await import('../locks/temporaryFolder.ts')
      return new TemporaryFolder('answers')
    },
  })
}
