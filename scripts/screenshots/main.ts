import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright-core'
import { createChain } from '../../src/chain/createChain.ts'
import { type Server, serve } from '../../src/server/serve.ts'
import { findBrowser, NO_BROWSER } from '../browser/findBrowser.ts'
import { drawPictures } from '../fixtures/pictures.ts'
import { pictures } from './pictures.ts'
import { tellStory } from './story.ts'

// Takes the pictures of the explorer in docs/pictures/, of a chain and of requests that are the same each time, and turns
// those of `npm run fixtures` into formats that npm's pages show, too.

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = join(root, 'docs/pictures')

const executablePath = findBrowser()
if (executablePath === undefined) {
  console.log(`screenshots: skipped, ${NO_BROWSER}`)
} else {
  mkdirSync(folder, { recursive: true })
  const chain = await createChain({
    seed: 'pictures-0',
    blocks: 40,
    preset: 'pow',
    uncleRate: [1, 3],
  })
  const server = await serve(chain, { port: 0, dev: true })
  const browser = await chromium.launch({ executablePath })
  try {
    const story = await tellStory(server, chain)
    for (const [path, svg] of await drawPictures()) {
      await photograph(browser, svg, join(root, path.replace(/\.svg$/, '.png')))
    }
    for (const picture of pictures(story)) {
      const page = await open(browser, server, picture.colorScheme ?? 'light')
      await picture.show(page)
      await page.screenshot({ path: join(folder, `${picture.name}.png`), animations: 'disabled' })
      await page.context().close()
      console.log(`docs/pictures/${picture.name}.png`)
    }
  } finally {
    await browser.close()
    await server.close()
  }
}

/** Twice as sharp as the drawing, for the screens of today. */
async function photograph(browser: Browser, svg: string, path: string): Promise<void> {
  const context = await browser.newContext({ deviceScaleFactor: 2, colorScheme: 'light' })
  const page = await context.newPage()
  await page.setContent(`<body style="margin: 0">${svg}</body>`)
  await page.locator('svg').screenshot({ path })
  await context.close()
  console.log(path.slice(root.length))
}

async function open(
  browser: Browser,
  { explorerUrl }: Server,
  colorScheme: 'light' | 'dark',
): Promise<Page> {
  const viewport = { width: 1120, height: 660 }
  const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(explorerUrl as string)
  await page.locator('.tag-head').waitFor()
  return page
}
