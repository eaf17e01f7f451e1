import { readFileSync } from 'node:fs'
import { JSDOM } from 'jsdom'

// Shows the page in jsdom and prints what it shows: inJsdom.mjs QUERY.

const [query] = process.argv.slice(2)
const html = '<!doctype html><div id="root"></div>'
const { window } = new JSDOM(html, {
  url: `http://localhost/?${query}`,
  runScripts: 'outside-only',
  pretendToBeVisual: true,
})
// jsdom has no fetch.
Object.assign(window, { fetch, Headers, Request, Response, AbortController, AbortSignal })
Object.assign(window, { TextEncoder, TextDecoder, structuredClone })
window.eval(readFileSync('dist/page.js', 'utf8'))

const deadline = performance.now() + 60_000
for (;;) {
  const shown = window.document.querySelector('pre')
  const state = shown?.dataset.state
  if (state === 'ready' || state === 'failed' || performance.now() > deadline) {
    console.log(JSON.stringify({ state, text: shown?.textContent }))
    process.exit()
  }
  await new Promise((resolve) => setTimeout(resolve, 50))
}
