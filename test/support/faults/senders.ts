import type { Socket } from 'node:net'
import { httpRequest } from '../../../scripts/bench/wire/http.ts'
import { callMethod } from '../callMethod.ts'
import type { ChainServer } from './chainServer.ts'
import { breakOff, openSocket } from './clients.ts'
import type { OwnEndpoint } from './control.ts'
import type { Witness } from './witness.ts'

/** A client of a server with `dev`, with a chain of its own. */
export interface Sender {
  readonly endpoint: OwnEndpoint
  /** Writes the request of a body, and waits for nothing. */
  write(body: string): void
}

/** How many answers the witness waits for while transactions are sent. */
const ANSWERS = 50

/** Lets clients send at once, each to an endpoint of its own, until a well-behaved client has had some answers. */
export async function whileSending(
  server: ChainServer,
  witness: Witness,
  count: number,
  act: (sender: Sender, place: number) => Promise<void> | void,
): Promise<void> {
  const control = server.url.replace('/v3/', '/control/')
  const sockets: Socket[] = []
  const keys: string[] = []
  try {
    for (let place = 0; place < count; place++) {
      const key = `sender-${place}`
      const endpoint = await callMethod<OwnEndpoint>(control, 'ommer_createEndpoint', key, {})
      keys.push(key)
      const socket = await openSocket(server)
      sockets.push(socket)
      const write = (body: string) =>
        void socket.write(httpRequest(server.port, `/v3/${key}`, body))
      await act({ endpoint, write }, place)
    }
    await witness.moreAnswers(ANSWERS)
  } finally {
    for (const socket of sockets) await breakOff(socket)
    for (const key of keys) await callMethod(control, 'ommer_closeEndpoint', key)
  }
}
