import type { Page } from 'playwright-core'
import { shows } from './browser.ts'
import type { DevEndpoint } from './devServer.ts'

/** The first account of the mnemonic that Anvil and Hardhat use. */
export const PAYER = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'

const RECIPIENT = '0x00000000000000000000000000000000000a11ce'

interface Mined {
  readonly blockNumber: string
  readonly blockHash: string
}

/** Connects a page of `test/browser/pages` to the accounts of its node. */
export async function connect(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Connect' }).click()
  await shows(page, 'account', PAYER)
  await shows(page, 'chain', '31337')
  await shows(page, 'received', '0')
}

/** Sends a payment with a page. @returns the hash that the page shows */
export async function send(page: Page, ether = '1'): Promise<string> {
  await page.getByLabel('Ether').fill(ether)
  await page.getByRole('button', { name: 'Send' }).click()
  const hash = page.getByTestId('hash').filter({ hasText: /^0x/ })
  return (await hash.textContent()) as string
}

/**
 * Makes a payment with a page whose node mines on demand, takes it back by a reorg, and lets it be mined again.
 *
 * @returns the hashes of everything that the page has shown: the transaction, and the blocks that have included it
 */
export async function payTwice(
  page: Page,
  node: DevEndpoint,
  ether = '1',
): Promise<readonly string[]> {
  await connect(page)
  const hash = await send(page, ether)
  await shows(page, 'status', 'pending')
  await shows(page, 'received', '0')
  await node.call('evm_mine')
  await shows(page, 'status', 'mined in block 9')
  await shows(page, 'received', ether)
  const first = await blockOf(node, hash)
  // As high as the branch that it replaces: who compares only heights does not see it.
  await node.call('ommer_reorg', { depth: 1, length: 1, transactions: [] })
  await shows(page, 'status', 'pending')
  await shows(page, 'received', '0')
  await node.call('evm_mine')
  await shows(page, 'status', 'mined in block 10')
  await shows(page, 'received', ether)
  return [hash, first, await blockOf(node, hash)]
}

/** @returns the hash of the block that includes a transaction */
async function blockOf(node: DevEndpoint, hash: string): Promise<string> {
  return (await node.call<Mined>('eth_getTransactionReceipt', hash)).blockHash
}

/** What an endpoint has of payments: how many are pending, and what the recipient has at its head, in wei. */
export async function paymentsAt(
  node: DevEndpoint,
): Promise<{ readonly pending: number; readonly received: bigint }> {
  const { pending } = await node.call<{ readonly pending: string }>('txpool_status')
  const balance = await node.call<string>('eth_getBalance', RECIPIENT, 'latest')
  return { pending: Number(pending), received: BigInt(balance) }
}
