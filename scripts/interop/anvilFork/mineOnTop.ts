import { mnemonicToAccount } from 'viem/accounts'
import { type Hex, toQuantity } from '../../../src/primitives/hex.ts'
import { MNEMONIC, swapData, token0, trader } from '../../../test/support/swapNetwork.ts'
import { callAt } from '../foreignNode.ts'
import type { Forks } from './forks.ts'
import type { Later } from './laterRequests.ts'

const GAS = 500_000n
const FEE = 100n * 10n ** 9n

/** Creates an account, and what it does there. */
const transactions: readonly { readonly to?: Hex; readonly data?: Hex; readonly value?: bigint }[] =
  [
    { to: token0, data: swapData(10n ** 18n) },
    { to: `0x${'0e'.repeat(20)}`, value: 7n },
    { data: '0x60015f55600160015560016002555f6001555f5ff3' },
    // Reverts.
    { to: token0, data: `0xa9059cbb${'00'.repeat(12)}${trader.slice(2)}${'ff'.repeat(32)}` },
    { to: token0, data: swapData(3n * 10n ** 17n) },
  ]

/** Sends the same transactions to all forks, each of which mines them in blocks of their own, at the same times. */
export async function mineOnTop(
  { anvil, ommer, plain }: Forks,
  chainId: number,
  { pin, timestamp }: { readonly pin: number; readonly timestamp: number },
): Promise<Later> {
  const urls = [anvil, ommer, plain]
  const account = mnemonicToAccount(MNEMONIC)
  const count = await callAt<Hex>(anvil, 'eth_getTransactionCount', [account.address, 'latest'])
  const sent: Hex[] = []
  for (const [index, transaction] of transactions.entries()) {
    const nonce = Number(count) + index
    const fees = { maxFeePerGas: FEE, maxPriorityFeePerGas: 10n ** 9n }
    const raw = await account.signTransaction({
      type: 'eip1559',
      chainId,
      nonce,
      gas: GAS,
      ...fees,
      ...transaction,
    })
    const time = toQuantity(timestamp + 12 * (index + 1))
    for (const url of urls) {
      await callAt(url, 'evm_setNextBlockTimestamp', [time])
      const hash = await callAt<Hex>(url, 'eth_sendRawTransaction', [raw])
      // Anvil answers before it has mined.
      while ((await callAt(url, 'eth_getTransactionReceipt', [hash])) === null);
      if (url === anvil) sent.push(hash)
    }
  }
  return { pin, head: pin + transactions.length, sent }
}
