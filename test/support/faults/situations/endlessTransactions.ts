import { callMethod } from '../../callMethod.ts'
import { request } from '../../transports.ts'
import { whileSending } from '../senders.ts'
import type { Situation } from '../situation.ts'

const CLIENTS = 12

/** JUMPDEST, PUSH1 0, JUMP */
const ENDLESS = '0x5b600056'

/** In gas: about what a transaction may have. */
const GAS = '0xf00000'

/** Transactions that run until their gas is used up, of many clients at once. */
export const endlessTransactions: Situation = {
  name: 'transactions that use up their gas',
  dev: true,
  async bringAbout(server, witness) {
    const [from] = await callMethod<string[]>(server.url, 'eth_accounts')
    await whileSending(server, witness, CLIENTS, async ({ endpoint, write }) => {
      await callMethod(endpoint.url, 'evm_setBlockGasLimit', '0x1c9c380')
      write(request('eth_sendTransaction', [{ from, data: ENDLESS, gas: GAS }]))
    })
  },
}
