import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { findBrowser, NO_BROWSER } from '../../../scripts/browser/findBrowser.ts'

/**
 * Names under `.test` lead to this machine, as those of a page that rebinds its name, and all others nowhere: no test
 * needs a network.
 */
const RESOLVER = [
  'MAP *.test 127.0.0.1',
  'MAP * ~NOTFOUND',
  'EXCLUDE 127.0.0.1',
  'EXCLUDE localhost',
  'EXCLUDE *.localhost',
].join()

/** In milliseconds. It only ends what hangs. */
const WAIT_MAX = 120_000

interface OpenOptions {
  /** code that runs in the page before its own, like a browser extension */
  readonly before?: string | undefined
}

export interface TestBrowser {
  /** Opens an address in a window that shares nothing with others. */
  open(url: string, options?: OpenOptions): Promise<Page>
}

/**
 * Starts a browser for the tests of a file. Its windows are closed after each test, which fails if one of them has
 * reported an error that nothing in the page handles.
 */
export function launchBrowser(): TestBrowser {
  let browser: Browser
  const contexts: BrowserContext[] = []
  const errors: string[] = []
  beforeAll(async () => {
    const executablePath = findBrowser()
    if (executablePath === undefined) throw new Error(NO_BROWSER)
    const args = [`--host-resolver-rules=${RESOLVER}`]
    browser = await chromium.launch({ executablePath, args, timeout: WAIT_MAX })
  })
  afterAll(() => browser?.close())
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close()
    expect(errors.splice(0)).toEqual([])
  })
  return {
    async open(url, { before } = {}) {
      const context = await browser.newContext()
      contexts.push(context)
      context.setDefaultTimeout(WAIT_MAX)
      if (before !== undefined) await context.addInitScript({ content: before })
      const page = await context.newPage()
      page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.stack}`))
      await page.goto(url)
      return page
    },
  }
}

/**
 * Waits until an element of a page has a text.
 *
 * @param testId its `data-testid`
 * @throws with what it shows instead
 */
export async function shows(page: Page, testId: string, wanted: string): Promise<void> {
  const element = page.getByTestId(testId)
  try {
    await element.and(page.getByText(wanted, { exact: true })).waitFor()
  } catch (error) {
    const found = await element.allTextContents()
    throw new Error(
      `${testId} shows ${found.map((each) => JSON.stringify(each)).join()}, not ${JSON.stringify(wanted)}`,
      {
        cause: error,
      },
    )
  }
}
