import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { launch } from 'puppeteer-core'

// Shows the page in a browser, from an origin of its own, and prints what it shows: inBrowser.mjs BROWSER QUERY.

const [executablePath, query] = process.argv.slice(2)
const types = { '.html': 'text/html', '.js': 'text/javascript' }
const server = createServer((request, response) => {
  const { pathname } = new URL(request.url, 'http://localhost')
  const file = pathname === '/' ? 'index.html' : pathname.slice(1)
  try {
    const body = readFileSync(join('dist', file))
    response.writeHead(200, { 'content-type': types[extname(file)] }).end(body)
  } catch {
    response.writeHead(404).end()
  }
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
// The sandbox of Chromium refuses to run as root, as in most containers.
const browser = await launch({ executablePath, args: ['--no-sandbox'], timeout: 120_000 })
try {
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${server.address().port}/?${query}`, { timeout: 120_000 })
  const selector = 'pre[data-state=ready], pre[data-state=failed]'
  const shown = await page.waitForSelector(selector, { timeout: 120_000 })
  const found = await shown.evaluate((each) => ({
    state: each.dataset.state,
    text: each.textContent,
  }))
  console.log(JSON.stringify(found))
} finally {
  await browser.close()
  server.close()
}
