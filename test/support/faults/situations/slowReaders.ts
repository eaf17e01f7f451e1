import { ok, strictEqual } from 'node:assert'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { sized } from '../../sized.ts'
import { batchOfBlocks, inWaves, openWebSocket } from '../clients.ts'
import type { Situation } from '../situation.ts'

const CLIENTS = sized(20, 200)

/** A batch whose answer is about a megabyte, and how many of them each client requests. */
const BATCH = 50
const BATCHES = 2

/** The unread answers total this much; because answers are cached once, memory stays far below. */
const RESIDENT_BYTES_MAX = 400_000_000

/** Clients that request a lot, read nothing for long, and then read slowly. */
export const slowReaders: Situation = {
  name: `slow readers of large answers on ${CLIENTS} WebSockets`,
  async bringAbout(server, witness) {
    const { batch, answer } = await batchOfBlocks(server, BATCH)
    const expected = digest(answer)

    const clients = await inWaves(CLIENTS, async () => {
      const client = await openWebSocket(server)
      client.pause()
      for (let count = 0; count < BATCHES; count++) client.send(batch)
      return client
    })
    await witness.moreAnswers(sized(40, 200))
    const { residentBytes } = await server.measure()
    ok(residentBytes < RESIDENT_BYTES_MAX, `the server takes ${residentBytes} bytes`)

    for (let count = 0; count < BATCHES; count++) {
      await Promise.all(
        clients.map(async (client) => {
          const message = once(client, 'message')
          client.resume()
          strictEqual(digest(String((await message)[0])), expected)
          client.pause()
        }),
      )
      await witness.moreAnswers(10)
    }
    for (const client of clients) client.terminate()
  },
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
