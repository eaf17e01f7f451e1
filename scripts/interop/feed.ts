import type { Hex } from '../../src/primitives/hex.ts'
import type { ForeignNode } from './foreignNode.ts'

/** Emits a log when it is created, and at each call one with a topic and the call data. */
const LOGGER = '0x60006000a0600d6011600039600d6000f33660006000376007366000a100'

const GWEI = 10n ** 9n
const PRICE = `0x${(100n * GWEI).toString(16)}`

/**
 * Sends transactions of all types: transfers, a contract creation, calls that emit logs, one that fails.
 *
 * @returns what the node refused, and why
 */
export async function feed(node: ForeignNode): Promise<string[]> {
  const [from, to] = (await node.call<Hex[]>('eth_accounts')) as [Hex, Hex]
  const send = async (transaction: object): Promise<Hex> => {
    const hash = await node.call<Hex>('eth_sendTransaction', [
      { from, gas: '0x30000', ...transaction },
    ])
    await node.mined(hash)
    return hash
  }
  const created = await send({ data: LOGGER, gasPrice: PRICE })
  const { contractAddress: logger } = await node.call<{ contractAddress: Hex }>(
    'eth_getTransactionReceipt',
    [created],
  )
  const accessList = [{ address: logger, storageKeys: [`0x${'00'.repeat(31)}01`] }]
  const fees = { maxFeePerGas: PRICE, maxPriorityFeePerGas: `0x${GWEI.toString(16)}` }
  const attempts: [what: string, transaction: object][] = [
    ['type 0', { to, value: '0x1', gasPrice: PRICE }],
    ['type 1', { to: logger, data: '0x0102', accessList, gasPrice: PRICE }],
    ['type 2', { to, value: '0xde0b6b3a7640000', ...fees }],
    ['type 2 with an access list', { to: logger, data: '0x', accessList, ...fees }],
    ['a creation of type 2', { data: LOGGER, ...fees }],
    // The code is one invalid instruction.
    ['a creation that fails', { data: '0xfe', gasPrice: PRICE }],
  ]
  const refused: string[] = []
  for (const [what, transaction] of attempts) {
    try {
      await send(transaction)
    } catch (error) {
      // Some nodes mine a failing transaction and also return an error.
      const { message } = error as Error
      if (!/invalid opcode|revert|InvalidFEOpcode|EvmError/i.test(message)) {
        refused.push(`${what}: ${message}`)
      }
    }
  }
  // A separate block, with several transactions if the node supports manual mining.
  await together(node, [
    { from, to: logger, data: '0xaa', gas: '0x30000', gasPrice: PRICE },
    { from, to, value: '0x2', gas: '0x30000', ...fees },
  ])
  return refused
}

async function together(node: ForeignNode, transactions: readonly object[]): Promise<void> {
  const switches: [on: [string, unknown[]], off: [string, unknown[]]][] = [
    [
      ['evm_setAutomine', [false]],
      ['evm_setAutomine', [true]],
    ],
    [
      ['miner_stop', []],
      ['miner_start', []],
    ],
  ]
  for (const [hold, release] of switches) {
    const isHeld = await node.call(...hold).then(
      () => true,
      () => false,
    )
    if (!isHeld) continue
    for (const transaction of transactions) await node.call('eth_sendTransaction', [transaction])
    await node.call('evm_mine')
    await node.call(...release)
    return
  }
}
