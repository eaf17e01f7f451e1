import { ok, strictEqual } from 'node:assert'
import { sized } from '../../sized.ts'
import { request } from '../../transports.ts'
import { openSocket, post, requireAnswer, sendBytes } from '../clients.ts'
import type { Situation } from '../situation.ts'

/** The limit on requests in a batch. */
const REQUESTS = 1000

/** Batches at the limit, each of whose requests has a long answer. */
export const fullBatches: Situation = {
  name: `batches of ${REQUESTS} blocks`,
  async bringAbout(server) {
    const calls = Array.from({ length: REQUESTS }, (_, place) => ({
      method: 'eth_getBlockByNumber',
      params: [`0x${(place % 48).toString(16)}`, true],
    }))
    const results = await server.results(calls)
    const answers = results.map((result, id) => `{"jsonrpc":"2.0","id":${id},"result":${result}}`)
    const batch = `[${calls.map(({ method, params }, id) => request(method, params, String(id)))}]`
    const socket = await openSocket(server)
    for (let times = 0; times < sized(1, 3); times++) {
      const { status, body } = await sendBytes(socket, post(server, batch))
      strictEqual(status, 200)
      ok(String(body) === `[${answers}]`, 'the answer is another')
    }
    await requireAnswer(server, socket)
    socket.destroy()
  },
}
