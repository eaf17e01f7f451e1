import { strictEqual } from 'node:assert'
import { once } from 'node:events'
import { sized } from '../../sized.ts'
import { chainId, openSocket, openWebSocket, post, requireAnswer, sendBytes } from '../clients.ts'
import type { Situation } from '../situation.ts'

const REQUESTS = 100_000

/** Batches far above the limit on requests, in bodies just below the limit on bytes. */
export const hugeBatches: Situation = {
  name: `a batch of ${REQUESTS}`,
  async bringAbout(server) {
    const request = chainId.replace(',"params":[]', '')
    const batch = `[${Array(REQUESTS).fill(request)}]`
    const socket = await openSocket(server)
    const webSocket = await openWebSocket(server)
    for (let times = 0; times < sized(1, 5); times++) {
      const { status, body } = await sendBytes(socket, post(server, batch))
      strictEqual(status, 200)
      requireTooMany(String(body))
      const message = once(webSocket, 'message')
      webSocket.send(batch)
      requireTooMany(String((await message)[0]))
    }
    await requireAnswer(server, socket)
    await requireAnswer(server, webSocket)
    socket.destroy()
    webSocket.terminate()
  },
}

function requireTooMany(answer: string): void {
  const { id, error } = JSON.parse(answer)
  strictEqual(`${id} ${error?.code}`, 'null -32600', answer.slice(0, 200))
}
