import { once } from 'node:events'
import type { Socket } from 'node:net'
import { WebSocket } from 'ws'
import { httpRequest } from '../../../../scripts/bench/wire/http.ts'
import { soakFaults } from '../../../../scripts/soak/troubles.ts'
import { request } from '../../transports.ts'
import { inWaves, openSocket } from '../clients.ts'
import { withEndpoint } from '../control.ts'
import type { Situation } from '../situation.ts'

const CLIENTS = 48

const AT_ONCE = 20

const messages = [
  request('eth_blockNumber'),
  request('eth_getBlockReceipts', ['0x20']),
  request('eth_getLogs', [{ fromBlock: '0x10' }]),
  `[${request('eth_chainId')},${request('eth_getBlockByNumber', ['latest', true], '2')}]`,
]

/** The most calls that a client has in flight when it disconnects. */
const CALLS = 12

/** How long a client waits, in milliseconds, when an answer may never arrive. */
const PATIENCE_MS = 50

/** Clients of an endpoint with every kind of fault, which disconnect whether they were answered or not. */
export const troubledEndpoint: Situation = {
  name: 'an endpoint where everything goes wrong',
  async bringAbout(server) {
    const key = 'troubled'
    await withEndpoint(server, key, { faults: soakFaults }, async ({ wsUrl }) => {
      const overHttp = async (place: number) => {
        const socket = await openSocket(server)
        const closed = closeOf(socket)
        const message = messages[(place >> 1) % messages.length] as string
        socket.write(httpRequest(server.port, `/v3/${key}`, message))
        socket.resume()
        setTimeout(() => socket.destroy(), PATIENCE_MS)
        await closed
      }
      const overWebSocket = async () => {
        const socket = new WebSocket(wsUrl, { perMessageDeflate: false }).on('error', () => {})
        await once(socket, 'open')
        const closed = closeOf(socket)
        for (let call = 0; call < CALLS; call++) {
          socket.send(messages[call % messages.length] as string)
        }
        setTimeout(() => socket.terminate(), PATIENCE_MS)
        await closed
      }
      await inWaves(
        CLIENTS,
        (place) => (place % 2 === 0 ? overHttp(place) : overWebSocket()),
        AT_ONCE,
      )
    })
  },
}

/** Resolves when a connection is closed or reset. */
function closeOf(socket: Socket | WebSocket): Promise<unknown> {
  return new Promise((resolve) => {
    ;(socket as Socket).once('close', resolve)
  })
}
