import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { version } from '../../scripts/site/repository.ts'
import { accessibilityProblems } from './support/accessibility.ts'
import { launchBrowser } from './support/browser.ts'
import { OLDER, serveDocsSite } from './support/docsSite.ts'
import { questions } from './support/questions.ts'

const browser = launchBrowser()
const site = serveDocsSite()

type Scheme = 'light' | 'dark'

interface Opened {
  readonly page: Page
  /** the addresses of everything that the page has loaded, and what has failed */
  readonly loaded: readonly string[]
  readonly failed: readonly string[]
}

/** Opens a page of the site by its path behind the version. */
async function open(path = '', scheme: Scheme = 'light', width = 1360): Promise<Opened> {
  const page = await browser.open('about:blank')
  const opened = { page, loaded: [] as string[], failed: [] as string[] }
  page.on('request', (request) => opened.loaded.push(request.url()))
  page.on('response', (response) => {
    if (!response.ok()) opened.failed.push(response.url())
  })
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
  await page.setViewportSize({ width, height: 800 })
  await page.goto(`${site.home}${path}`, { waitUntil: 'networkidle' })
  return opened
}

it('has twenty questions of new users', () => {
  expect(new Set(questions.map(({ asked }) => asked)).size).toBe(20)
})

it.each(questions)('answers: $asked', async ({ clicks, page: path, answer }) => {
  const { page } = await open()
  const content = page.locator('#VPContent')
  for (const name of clicks) {
    const links = content.getByRole('link').filter({ hasText: new RegExp(`^\\s*${name}`) })
    await links.first().click()
  }
  await page.waitForURL(`${site.home}${path}`)
  const [, anchor] = path.split('#')
  if (anchor !== undefined) await page.locator(`[id="${anchor}"]`).waitFor()
  await content.getByText(answer).first().waitFor()
})

it('loads nothing from elsewhere, and everything that it names', async () => {
  for (const path of ['', 'explorer.html', 'architecture.html']) {
    const { page, loaded, failed } = await open(path)
    const { host } = new URL(site.home)
    const elsewhere = loaded.filter((url) => !url.startsWith('data:') && new URL(url).host !== host)
    expect(elsewhere).toEqual([])
    expect(failed).toEqual([])
    const widths = await page.evaluate<number[]>(
      '[...document.images].map((image) => image.naturalWidth)',
    )
    expect(widths.every((width) => width > 0)).toBe(true)
  }
})

it('shows its picture and its diagrams in the colours that the reader has chosen', async () => {
  const pictures = [
    ['', 'img[src*=reorg]'],
    ['testing.html', '.diagram svg'],
  ] as const
  for (const [path, selector] of pictures) {
    const { page } = await open(path, 'light')
    const picture = page.locator(selector)
    const light = await picture.screenshot()
    expect((await picture.screenshot()).equals(light)).toBe(true)
    await page.getByRole('switch', { name: 'dark' }).first().click()
    await page.locator('html.dark').waitFor()
    expect((await picture.screenshot()).equals(light)).toBe(false)
  }
})

describe.each([
  ['light', 1360],
  ['dark', 1360],
  ['light', 400],
  ['dark', 400],
] as const)('in %s colours, %i pixels wide', (scheme, width) => {
  it.each([
    '',
    'start/indexers.html',
    'faults.html',
    'dialects.html',
    'testing.html',
    'explorer.html',
  ])('is accessible and as wide as the window: /%s', async (path) => {
    const { page } = await open(path, scheme, width)
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
  })

  it('finds a page by a word, accessibly', async () => {
    const { page } = await open('glossary.html', scheme, width)
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('searchbox').fill('lostTransaction')
    const result = page
      .getByRole('dialog')
      .getByRole('link', { name: /Transactions that do not arrive/ })
    await result.waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await result.click()
    await page.waitForURL(`${site.home}wallets.html#transactions-that-do-not-arrive`)
  })
})

describe('the version menu', () => {
  it.each([1360, 400])('lists the versions of the site, %i pixels wide', async (width) => {
    const { page } = await open('faults.html', 'light', width)
    if (width === 400) await page.getByRole('button', { name: 'mobile navigation' }).click()
    const menu = page.getByRole('combobox', { name: 'Version' })
    await expect.poll(() => menu.locator('option').allTextContents()).toEqual([version, OLDER])
    expect(await menu.inputValue()).toBe(version)
    expect(await accessibilityProblems(page)).toEqual([])
  })

  it.each([
    ['the same page', 'faults.html', 'faults.html'],
    ['the home page if it has no such page', 'hunt.html', ''],
    ['the home page of the home page', '', ''],
  ])('leads to another version: %s', async (_, path, expected) => {
    const { page } = await open(path)
    await page.getByRole('combobox', { name: 'Version' }).selectOption(OLDER)
    await page.waitForURL(new RegExp(`/${OLDER}/${expected}(?:index\\.html)?$`))
  })
})

describe('addresses without a version', () => {
  it.each([
    ['', ''],
    ['latest/', ''],
    ['latest/faults.html#kinds', 'faults.html#kinds'],
    ['latest/start/indexers.html', 'start/indexers.html'],
  ])('/%s leads to the newest release', async (path, expected) => {
    const page = await browser.open(`${site.root}${path}`)
    await page.waitForURL(`${site.home}${expected}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
  })

  it('that do not exist lead home', async () => {
    const page = await browser.open(`${site.root}missing`)
    await page.getByRole('link', { name: 'go to home' }).click()
    await page.waitForURL(site.home)
  })
})
