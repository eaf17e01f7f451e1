import { strictEqual } from 'node:assert'
import { openSocket, post, requireAnswer, sendBytes } from '../clients.ts'
import type { Situation } from '../situation.ts'

/** Just below the limit. */
const BYTES = 5_000_000

/** Just below the limit on values. */
const VALUES = 49_000

const bodies: readonly (readonly [string, number])[] = [
  [`{"a":${'['.repeat(BYTES / 2 - 10)}${']'.repeat(BYTES / 2 - 10)}}`, -32600],
  ['['.repeat(BYTES), -32600],
  [call(`${'['.repeat(BYTES / 2 - 50)}${']'.repeat(BYTES / 2 - 50)}`), -32600],
  [call(`[${'{},'.repeat(BYTES / 3 - 50)}0]`), -32600],
  ['['.repeat(VALUES), -32700],
  [call(`${'['.repeat(VALUES)}${']'.repeat(VALUES)}`), -32602],
  [call(`[${'{},'.repeat(VALUES / 3)}0]`), -32602],
  [call(`["${'x'.repeat(BYTES - 200)}"]`), -32602],
]

export const longReading: Situation = {
  name: 'bodies of 5 MB that are hard to read',
  async bringAbout(server) {
    const socket = await openSocket(server)
    for (const [body, code] of bodies) {
      const response = await sendBytes(socket, post(server, body))
      strictEqual(response.status, 200)
      strictEqual(JSON.parse(String(response.body)).error.code, code)
    }
    await requireAnswer(server, socket)
    socket.destroy()
  },
}

function call(params: string): string {
  return `{"jsonrpc":"2.0","id":1,"method":"eth_getBlockReceipts","params":${params}}`
}
