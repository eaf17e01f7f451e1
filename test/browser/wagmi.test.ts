import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { launchBrowser, shows } from './support/browser.ts'
import { startDev, stopDevServers } from './support/devServer.ts'
import { connect, paymentsAt, payTwice, send } from './support/payment.ts'
import { servePage } from './support/site.ts'

const ETHER = 10n ** 18n

const browser = launchBrowser()
const site = servePage('wagmi')
stopDevServers()

function open(rpc: string): Promise<Page> {
  return browser.open(`${site.url}?${new URLSearchParams({ rpc })}`)
}

/** Resolves when a page has asked once more for its transaction. */
async function asksAgain(page: Page): Promise<void> {
  const request = await page.waitForRequest((each) =>
    Boolean(each.postData()?.includes('eth_getTransactionByHash')),
  )
  await request.response()
}

it('pays at the address without a key, and sees the payment mined, dropped by a reorg and mined again', async () => {
  const node = await startDev('--no-mining')
  const page = await open(node.root)
  await payTwice(page, node)
  await shows(page, 'receipt', 'success')
})

it('shows why the node refuses a payment', async () => {
  const page = await open((await startDev()).root)
  await connect(page)
  await page.getByLabel('Ether').fill('1000000')
  await page.getByRole('button', { name: 'Send' }).click()
  await shows(page, 'status', 'Insufficient funds for gas * price + value')
})

it('pays in two windows on two endpoints, which see nothing of each other', async () => {
  const node = await startDev('--no-mining', '--api-key', 'alice', '--api-key', 'bob')
  const [alice, bob] = [node.endpoint('alice'), node.endpoint('bob')]
  const [ofAlice, ofBob] = [await open(alice.http), await open(bob.http)]
  await Promise.all([connect(ofAlice), connect(ofBob)])
  const [paidByAlice] = await Promise.all([send(ofAlice, '1'), send(ofBob, '2')])
  await alice.call('evm_mine')
  await shows(ofAlice, 'status', 'mined in block 9')
  await shows(ofAlice, 'received', '1')
  await asksAgain(ofBob)
  await shows(ofBob, 'status', 'pending')
  await shows(ofBob, 'received', '0')
  const { hash } = await alice.call<{ readonly hash: string }>(
    'eth_getBlockByNumber',
    'latest',
    false,
  )
  expect(await bob.call('eth_getBlockByHash', hash, false)).toBeNull()
  expect(await bob.call('eth_getTransactionByHash', paidByAlice)).toBeNull()
  await bob.call('evm_mine')
  await shows(ofBob, 'received', '2')
  await alice.call('ommer_reorg', { depth: 1, length: 1, transactions: [] })
  await shows(ofAlice, 'status', 'pending')
  await asksAgain(ofBob)
  await shows(ofBob, 'status', 'mined in block 9')
  expect(await paymentsAt(alice)).toEqual({ pending: 1, received: 0n })
  expect(await paymentsAt(bob)).toEqual({ pending: 0, received: 2n * ETHER })
})

it('has the same hashes again in the same two sessions with a simulated clock', async () => {
  const sessions = async () => {
    const keys = ['--api-key', 'alice', '--api-key', 'bob']
    const node = await startDev('--no-mining', '--clock', 'simulated', ...keys)
    const payments = ['alice', 'bob'].map(async (key, index) => {
      const endpoint = node.endpoint(key)
      return payTwice(await open(endpoint.http), endpoint, `${index + 1}`)
    })
    const hashes = await Promise.all(payments)
    await node.stop()
    return hashes
  }
  const first = await sessions()
  expect(await sessions()).toEqual(first)
  // Each session has hashes of its own: two payments, and two blocks for each.
  expect(new Set(first.flat()).size).toBe(6)
})
