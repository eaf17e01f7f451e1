import { ok, strictEqual } from 'node:assert'
import { sized } from '../../sized.ts'
import { batchOfBlocks, openSocket, post, requireAnswer, sendBytes } from '../clients.ts'
import type { Situation } from '../situation.ts'

/** The limit on requests in a batch. */
const REQUESTS = 1000

/** Batches at the limit, each of whose requests has a long answer. */
export const fullBatches: Situation = {
  name: `batches of ${REQUESTS} blocks`,
  async bringAbout(server) {
    const { batch, answer } = await batchOfBlocks(server, REQUESTS)
    const socket = await openSocket(server)
    for (let times = 0; times < sized(1, 3); times++) {
      const { status, body } = await sendBytes(socket, post(server, batch))
      strictEqual(status, 200)
      ok(String(body) === answer, 'the answer is another')
    }
    await requireAnswer(server, socket)
    socket.destroy()
  },
}
