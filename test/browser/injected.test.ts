import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { launchBrowser, shows } from './support/browser.ts'
import { type DevEndpoint, startDev, stopDevServers } from './support/devServer.ts'
import { connect, payTwice, send } from './support/payment.ts'
import { buildScript, servePage } from './support/site.ts'

const browser = launchBrowser()
const site = servePage('injected')
stopDevServers()
let wallet: string
beforeAll(async () => {
  wallet = await buildScript('wallet/wallet.ts', 'wallet')
})

function open(node: DevEndpoint): Promise<Page> {
  const before = `${wallet}; wallet.install(${JSON.stringify(node.ws)})`
  return browser.open(site.url, { before })
}

it('finds the wallet, pays, and sees the payment mined, dropped by a reorg and mined again', async () => {
  const node = await startDev('--no-mining')
  const page = await open(node)
  await shows(page, 'wallet', 'Test Wallet')
  await payTwice(page, node)
  expect(await node.call('eth_blockNumber')).toBe('0xa')
})

it('sees a payment disappear that the pool has dropped after a rollback', async () => {
  const node = await startDev()
  const page = await open(node)
  await connect(page)
  const hash = await send(page)
  await shows(page, 'status', 'mined in block 9')
  await node.call('ommer_rollback', 1)
  await node.call('ommer_dropTransaction', hash)
  await node.call('evm_mine')
  await shows(page, 'status', 'unknown')
  await shows(page, 'received', '0')
})

it('shows why the node refuses a payment', async () => {
  const page = await open(await startDev())
  await connect(page)
  await page.getByLabel('Ether').fill('1000000')
  await page.getByRole('button', { name: 'Send' }).click()
  // The estimate of a transfer succeeds, as Anvil's does: ethers says so of what is sent.
  await shows(page, 'status', 'insufficient funds for intrinsic transaction cost')
})
