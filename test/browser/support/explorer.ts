import type { Locator, Page } from 'playwright-core'
import type { TestBrowser } from './browser.ts'
import type { DevEndpoint } from './devServer.ts'

/** A page of the explorer, and the messages that it has sent to its endpoint. */
export interface ExplorerPage {
  readonly page: Page
  readonly sent: readonly string[]
  /** what the browser has reported, such as violations of the page's policy */
  readonly reported: readonly string[]
  /** the addresses of everything that the page has loaded */
  readonly loaded: readonly string[]
}

/** How many requests the first view sends at most, however long the chain is. */
export const REQUESTS_MAX = 40

/** How many elements the page has at most, however long the chain is. */
export const NODES_MAX = 1_500

/** The address of the explorer of an endpoint. */
export function explorerOf({ http }: DevEndpoint): string {
  return http.replace('/v3/', '/explorer/')
}

/** Opens the explorer of an endpoint, and waits until it shows the head. */
export async function openExplorer(
  browser: TestBrowser,
  endpoint: DevEndpoint,
  route = '',
): Promise<ExplorerPage> {
  const page = await browser.open('about:blank')
  const explorer = { page, sent: [] as string[], reported: [] as string[], loaded: [] as string[] }
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => explorer.sent.push(String(payload)))
  })
  page.on('console', (message) => {
    if (message.type() === 'error') explorer.reported.push(message.text())
  })
  page.on('request', (request) => explorer.loaded.push(request.url()))
  await page.goto(`${explorerOf(endpoint)}${route}`)
  await page.locator('.tag-head').waitFor()
  return explorer
}

/** The block at the head flag. */
export function headBlock(page: Page): Locator {
  return page.getByRole('option', { name: /, head/ })
}

/** A canonical block, by its number. */
export function canonicalBlock(page: Page, number: number): Locator {
  return page.getByRole('option', { name: new RegExp(`^Block ${number} \\S+ \\S+ tx, canonical`) })
}
