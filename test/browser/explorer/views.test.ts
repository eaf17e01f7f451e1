import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { withDecimals } from '../../../src/explorer/decode/units.ts'
import { accessibilityProblems } from '../support/accessibility.ts'
import { launchBrowser } from '../support/browser.ts'
import { type DevEndpoint, startDev, startServer, stopDevServers } from '../support/devServer.ts'
import { explorerOf, openExplorer } from '../support/explorer.ts'

interface Block {
  readonly number: string
  readonly hash: string
  readonly uncles: readonly string[]
  readonly transactions: readonly {
    readonly hash: string
    readonly to: string | null
    readonly input: string
  }[]
}

interface Contract {
  readonly role: string
  readonly name: string
  readonly symbol: string | null
  readonly address: string
}

const browser = launchBrowser()
stopDevServers()

async function blocksOf(endpoint: DevEndpoint, count: number): Promise<readonly Block[]> {
  const numbers = Array.from({ length: count }, (_, number) => `0x${number.toString(16)}`)
  return await Promise.all(
    numbers.map((number) => endpoint.call<Block>('eth_getBlockByNumber', number, true)),
  )
}

async function contractsOf({ http }: DevEndpoint): Promise<readonly Contract[]> {
  const response = await fetch(http.replace('/v3/', '/contracts/'))
  return (await response.json()) as readonly Contract[]
}

/** Shows another view in the same page. */
async function show(page: Page, route: string, heading: string | RegExp): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(route)}`)
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
}

/** Opens a move in the list of moves, and returns its part of the page. */
function moveEntry(page: Page, name: string) {
  return page.locator('details', { has: page.locator(`summary span:text-is("${name}")`) })
}

describe.each([
  [1280, 'light'],
  [360, 'dark'],
] as const)('at %i pixels, %s', (width, colorScheme) => {
  it('every view is accessible and as wide as the window', async () => {
    const server = await startDev('--preset', 'history', '--blocks', '64')
    const blocks = await blocksOf(server, 64)
    const contracts = await contractsOf(server)
    const token = contracts.find(({ role }) => role === 'token')
    const transaction = blocks.flatMap(({ transactions }) => transactions)[0]
    const withUncle = blocks.find(({ uncles }) => uncles.length > 0)
    const { page, reported } = await openExplorer(browser, server)
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    const views = [
      [`#/block/${Number(withUncle?.number)}`, /^Block/],
      [`#/block/${withUncle?.uncles[0]}`, /^Block/],
      ['#/block/pending', 'Pending block'],
      [`#/tx/${transaction?.hash}`, 'Transaction'],
      [`#/address/${token?.address}`, token?.name ?? ''],
      ['#/moves', 'Moves'],
      ['#/requests', 'Requests'],
      [`#/tx/0x${'12'.repeat(32)}`, 'No such transaction'],
      ['#/block/9999', 'No such block'],
    ] as const
    for (const [route, heading] of views) {
      await show(page, route, heading)
      await page.evaluate(
        `document.querySelectorAll('details').forEach((each) => { each.open = true })`,
      )
      await page.getByText('Loading…').first().waitFor({ state: 'hidden' })
      expect(await accessibilityProblems(page), route).toEqual([])
      const scrolled = await page.evaluate<number>('document.documentElement.scrollWidth')
      expect(scrolled, route).toBeLessThanOrEqual(width)
    }
    expect(reported).toEqual([])
  })
})

describe('a block', () => {
  it('leads to its uncles, and an uncle to the block that includes it', async () => {
    const server = await startDev('--preset', 'pow', '--blocks', '64', '--uncle-rate', '1/2')
    const blocks = await blocksOf(server, 64)
    const including = blocks.find(({ uncles }) => uncles.length > 0)
    const number = Number(including?.number)
    const { page } = await openExplorer(browser, server, `#/block/${number}`)
    const uncles = page.getByRole('region', { name: 'Uncles' })
    await uncles
      .getByText(/^1\.\d+ ether$/)
      .first()
      .waitFor()
    await uncles.getByRole('link').first().click()
    await page.getByText('An uncle:').waitFor()
    await page.getByRole('link', { name: `block ${number}`, exact: true }).click()
    await page.getByRole('heading', { level: 1, name: `Block ${number}` }).waitFor()
  })

  it('says when a reorg removes it, and its transactions', async () => {
    const server = await startDev()
    const head = await server.call<Block>('eth_getBlockByNumber', 'latest', true)
    const [first] = head.transactions
    const { page } = await openExplorer(browser, server, `#/block/${head.hash}`)
    await page.getByText('canonical', { exact: true }).waitFor()
    const transaction = await browser.open(`${explorerOf(server)}#/tx/${first?.hash}`)
    await transaction.getByText('succeeded').first().waitFor()
    await server.call('ommer_reorg', { depth: 1, length: 2, transactions: [[]] })
    await page.getByText('not on the chain').waitFor()
    await transaction.getByText(/^(?:pending|removed|replaced)$/).waitFor()
  })
})

it('shows amounts of a token in its unit, and the JSON in both dialects', async () => {
  const server = await startDev('--preset', 'history', '--blocks', '64', '--api-key', 'mine')
  const token = (await contractsOf(server)).find(({ role }) => role === 'token')
  const transactions = (await blocksOf(server, 64)).flatMap((block) => block.transactions)
  const payment = transactions.find(
    ({ to, input }) => to === token?.address.toLowerCase() && input.startsWith('0xa9059cbb'),
  )
  const amount = BigInt(`0x${payment?.input.slice(-64)}`)
  const { page } = await openExplorer(browser, server, `#/tx/${payment?.hash}`)
  const unit = `${withDecimals(amount, 18)} ${token?.symbol}`
  await page.getByRole('region', { name: 'Call' }).getByText(unit).waitFor()
  await page.getByRole('region', { name: 'Logs' }).getByText(unit).waitFor()
  await page.getByText('JSON in dialect geth').click()
  const json = page.getByLabel('JSON in dialect geth')
  await json.getByText(`"hash": "${payment?.hash}"`).waitFor()
})

describe('a contract', () => {
  it('is read with a form', async () => {
    const server = await startDev('--preset', 'history', '--blocks', '64')
    const token = (await contractsOf(server)).find(({ role }) => role === 'token')
    const { page } = await openExplorer(browser, server, `#/address/${token?.address}`)
    const balanceOf = page.locator('details', { hasText: /^balanceOf/ })
    await balanceOf.locator('summary').click()
    await balanceOf.getByRole('button', { name: 'Call' }).click()
    await balanceOf.getByText('want an address').waitFor()
    await balanceOf
      .getByRole('textbox')
      .first()
      .fill(`0x${'00'.repeat(20)}`)
    await balanceOf.getByRole('textbox').first().press('Enter')
    await balanceOf.getByRole('definition').getByText('0', { exact: true }).waitFor()
    const name = page.locator('details', { hasText: /^name/ })
    await name.locator('summary').click()
    await name.getByRole('button', { name: 'Call' }).click()
    await name.getByText(token?.name ?? '', { exact: true }).waitFor()
  })
})

describe('a contract of a development node', () => {
  it('is written to with a form, and the transaction is listed beside the chain', async () => {
    const server = await startDev('--preset', 'history', '--blocks', '64')
    const token = (await contractsOf(server)).find(({ role }) => role === 'token')
    const { page } = await openExplorer(browser, server, `#/address/${token?.address}`)
    const transfer = page.locator('details', { hasText: /^transferto/ })
    await transfer.locator('summary').click()
    await transfer.getByLabel('to address').fill(`0x${'12'.repeat(20)}`)
    await transfer.getByLabel('value uint256').fill('5')
    await transfer.getByRole('button', { name: 'Send', exact: true }).click()
    await transfer.getByText('failed').waitFor()
    await transfer.getByLabel('value uint256').fill('0')
    await transfer.getByLabel('from').selectOption({ index: 1 })
    await transfer.getByRole('button', { name: 'Send', exact: true }).click()
    await transfer.getByText('succeeded').waitFor()
    await page.getByRole('link', { name: 'Chain', exact: true }).click()
    const latest = page.getByRole('region', { name: 'Latest transactions' })
    const [first] = await latest.getByRole('listitem').all()
    await first?.getByText('Account 1').waitFor()
    await first?.getByText(token?.name ?? '').waitFor()
    await first?.getByText('succeeded').waitFor()
  })
})

describe('a transaction', () => {
  it('that fails says why before anything else', async () => {
    const server = await startDev('--preset', 'history', '--blocks', '64')
    const token = (await contractsOf(server)).find(({ role }) => role === 'token')
    const [from] = await server.call<string[]>('eth_accounts')
    const data = `0xa9059cbb${'1'.padStart(64, '0')}${'5'.padStart(64, '0')}`
    const call = { from, to: token?.address, data, gas: '0x186a0' }
    const hash = await server.call<string>('eth_sendTransaction', call)
    const { page } = await openExplorer(browser, server, `#/tx/${hash}`)
    const note = page.getByRole('status').filter({ hasText: 'ERC20InsufficientBalance' })
    await note.getByText('transfer(address,uint256)').waitFor()
    const account = await browser.open(`${explorerOf(server)}#/address/${from}`)
    const row = account.getByRole('row').filter({ hasText: 'failed' })
    await row.getByText('out').waitFor()
    await row.getByText(token?.name ?? '').waitFor()
  })

  it('that a reorg removes and nobody sends again says so', async () => {
    const server = await startDev()
    const [from, to] = await server.call<string[]>('eth_accounts')
    const hash = await server.call<string>('eth_sendTransaction', { from, to, value: '0x1' })
    await server.call('ommer_reorg', { depth: 1, length: 2, transactions: [[]] })
    await server.call('anvil_dropTransaction', hash)
    const { page } = await openExplorer(browser, server)
    const field = page.getByRole('combobox', { name: /^Search/ })
    await field.fill(hash)
    await field.press('Enter')
    await page.getByText('removed', { exact: true }).waitFor()
    await page.getByText('it is mined only if someone sends it again').waitFor()
  })
})

describe('the search', () => {
  it('says what to do when it finds nothing', async () => {
    const server = await startDev()
    const { page } = await openExplorer(browser, server)
    const field = page.getByRole('combobox', { name: /^Search/ })
    await field.fill(`0x${'12'.repeat(32)}`)
    await field.press('Enter')
    await page.getByRole('link', { name: 'See what clients have sent' }).click()
    await page.getByRole('heading', { level: 1, name: 'Requests' }).waitFor()
  })

  it('finds a contract by its name, with the keyboard alone', async () => {
    const server = await startDev('--preset', 'history', '--blocks', '64')
    const token = (await contractsOf(server)).find(({ role }) => role === 'token')
    const { page } = await openExplorer(browser, server)
    const field = page.getByRole('combobox', { name: /^Search/ })
    await field.focus()
    await field.pressSequentially(token?.name ?? '')
    await page.getByRole('option', { name: token?.name ?? '' }).waitFor()
    await field.press('ArrowDown')
    await field.press('Enter')
    await page.getByRole('heading', { level: 1, name: token?.name ?? '' }).waitFor()
    expect(await page.evaluate<string>('document.activeElement?.id')).toBe('main')
  })
})

describe('moves', () => {
  it('are made and copied with forms', async () => {
    const server = await startDev()
    const { page } = await openExplorer(browser, server, '#/moves')
    const reorg = moveEntry(page, 'reorg')
    await reorg.locator('summary').click()
    await reorg.getByLabel('reorg: reorg: depth').fill('2')
    await reorg.getByText('await endpoint.reorg({ depth: 2 })').waitFor()
    await reorg.getByRole('button', { name: 'scenario step' }).click()
    await reorg.getByText('- reorg: { depth: 2 }').waitFor()
    await reorg.getByRole('button', { name: 'Do it' }).click()
    await reorg.getByText('Done. The result:').waitFor()
    expect(Number(await server.call('eth_blockNumber'))).toBe(9)
    await page.getByText('head 9').waitFor()
    const rollback = moveEntry(page, 'rollback')
    await rollback.locator('summary').click()
    await rollback.getByLabel('rollback: count').fill('1000')
    await rollback.getByRole('button', { name: 'Do it' }).click()
    await rollback.locator('.problem').waitFor()
  })

  it('are saved as a scenario', async () => {
    const server = await startDev()
    await server.call('ommer_mine', 2)
    const { page, reported } = await openExplorer(browser, server, '#/moves')
    await page.getByRole('button', { name: 'Copy the scenario' }).click()
    // With the times, which follow the wall clock.
    const mined = /- mine: \{"count":2,"timestamp":\d+,"secondsBetween":\d+\}/
    await page.getByText(mined).waitFor()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe('scenario.yaml')
    const text = await readFile(await download.path(), 'utf8')
    expect(text).toMatch(mined)
    expect(reported).toEqual([])
  })

  it('inject a fault from the form of its schema', async () => {
    const server = await startDev()
    const { page } = await openExplorer(browser, server, '#/moves')
    const faults = moveEntry(page, 'setFaults')
    await faults.locator('summary').click()
    await faults.getByRole('button', { name: /^Add to/ }).click()
    await faults.getByLabel(/fault: which$/).selectOption('serverError')
    await faults.getByRole('button', { name: 'Do it' }).click()
    await faults.getByText('Done.').waitFor()
    await expect(server.call('eth_blockNumber')).rejects.toThrow()
  })

  it('wait for the token of the control address', async () => {
    const server = await startServer('--control', '--control-token', 'secret')
    const { page } = await openExplorer(browser, server)
    await page.getByRole('link', { name: 'Moves' }).click()
    await page.getByRole('textbox', { name: 'Token' }).fill('wrong')
    await page.getByRole('button', { name: 'Use the token' }).click()
    await page.getByText('refuses this token').waitFor()
    await page.getByRole('textbox', { name: 'Token' }).fill('secret')
    await page.getByRole('button', { name: 'Use the token' }).click()
    const mine = moveEntry(page, 'mine')
    await mine.locator('summary').click()
    await mine.getByRole('button', { name: 'Do it' }).click()
    await mine.getByText('Done. The result:').waitFor()
    expect(Number(await server.call('eth_blockNumber'))).toBe(9)
  })
})

describe('the requests', () => {
  it('are shown as they happen, with their answers, faults and moves', async () => {
    const server = await startDev()
    await server.call('eth_getBlockByNumber', '0x2', false)
    const { page, reported } = await openExplorer(browser, server, '#/requests')
    const log = page.getByRole('table')
    await log.getByRole('button', { name: 'eth_getBlockByNumber' }).waitFor()
    await server.call('ommer_setFaults', [
      { fault: { kind: 'error', code: -32000, message: '<b>no</b>' } },
    ])
    await log.getByText('ommer_setFaults').waitFor()
    await expect(server.call('eth_chainId')).rejects.toThrow('<b>no</b>')
    await log.getByText('fault: error').waitFor()
    await log.getByText('-32000: <b>no</b>').waitFor()
    await log.getByRole('button', { name: 'eth_getBlockByNumber' }).click()
    const href = await shownBlock(page)
    await page.getByLabel('Method').fill('eth_chainId')
    await page.getByLabel('Method').press('Enter')
    await log.getByRole('button', { name: 'eth_getBlockByNumber' }).waitFor({ state: 'detached' })
    await log.getByRole('button', { name: 'eth_chainId' }).waitFor()
    expect(href).toMatch(/^#\/block\/0x[0-9a-f]{64}$/)
    expect(reported).toEqual([])
  })
})

/** Where the link to the block of the chosen request leads. */
async function shownBlock(page: Page): Promise<string | null> {
  const details = page.getByRole('region', { name: /^Request \d+$/ })
  await details.getByText('"parentHash"').waitFor()
  return await details.locator('dd a').getAttribute('href')
}

it('shows what the five methods say with --methods core', async () => {
  const server = await startServer('--methods', 'core', '--blocks', '64', '--preset', 'history')
  const blocks = await blocksOf(server, 64)
  const block = blocks.find(({ transactions }) => transactions.length > 0)
  const { page, reported } = await openExplorer(browser, server, `#/block/${block?.hash}`)
  const transactions = page.getByRole('region', { name: 'Transactions' })
  await transactions.getByRole('link').first().click()
  await page.getByRole('heading', { level: 1, name: 'Transaction' }).waitFor()
  await page.getByText('gas', { exact: false }).first().waitFor()
  expect(await page.getByRole('link', { name: 'Requests' }).count()).toBe(0)
  expect(await page.getByText('Trace the transaction').count()).toBe(0)
  expect(reported).toEqual([])
})
