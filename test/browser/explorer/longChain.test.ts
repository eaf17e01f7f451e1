import { beforeAll, expect, it } from 'vitest'
import { launchBrowser } from '../support/browser.ts'
import { startLoaded, stopDevServers } from '../support/devServer.ts'
import { NODES_MAX, openExplorer, REQUESTS_MAX } from '../support/explorer.ts'
import { longChain } from '../support/longChain.ts'

const browser = launchBrowser()
stopDevServers()

let folder: string
beforeAll(async () => {
  folder = await longChain()
}, 3_600_000)

it('shows 100,000 loaded blocks with as few requests and nodes as 128, wherever it is', async () => {
  const server = await startLoaded(folder)
  const { page, sent, reported } = await openExplorer(browser, server)
  await page.getByRole('option', { name: /^Block 100,000 / }).waitFor()
  expect(sent.length).toBeLessThanOrEqual(REQUESTS_MAX)
  expect(await page.locator('*').count()).toBeLessThan(NODES_MAX)
  const drawing = page.getByRole('listbox')
  await drawing.focus()
  for (let count = 0; count < 20; count += 1) await drawing.press('-')
  await page.getByLabel('Position in the chain').fill('10000')
  await page.getByRole('option', { name: /^Block 10,000 / }).waitFor()
  expect(await page.getByRole('option').count()).toBeGreaterThan(100)
  expect(await page.locator('*').count()).toBeLessThan(NODES_MAX)
  await drawing.press('Home')
  await page.getByRole('option', { name: /^Block 0 /, selected: true }).waitFor()
  await page.getByRole('button', { name: 'Show an uncle' }).click()
  await page.getByRole('option', { name: /, uncle\b/, selected: true }).waitFor()
  expect(reported).toEqual([])
})
