import { callMethod } from '../../callMethod.ts'
import { request } from '../../transports.ts'
import { whileSending } from '../senders.ts'
import type { Situation } from '../situation.ts'

const CLIENTS = 20

/** Transactions in a batch: each is signed and mined. */
const BATCH = 100

/** Many clients at once, each of which has the node sign, send and mine a batch of transactions. */
export const sentFloods: Situation = {
  name: 'transactions that the node signs, from many connections',
  dev: true,
  async bringAbout(server, witness) {
    const accounts = await callMethod<string[]>(server.url, 'eth_accounts')
    await whileSending(server, witness, CLIENTS, ({ write }) => {
      const batch = Array.from({ length: BATCH }, (_, place) => {
        const from = accounts[place % accounts.length]
        return request('eth_sendTransaction', [{ from, to: from, value: '0x1' }])
      })
      write(`[${batch}]`)
    })
  },
}
