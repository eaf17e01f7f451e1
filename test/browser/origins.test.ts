import type { Frame, Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { launchBrowser } from './support/browser.ts'
import { type DevServer, startDev, stopDevServers } from './support/devServer.ts'
import { PAYER, paymentsAt } from './support/payment.ts'
import { serveEmptyPage } from './support/site.ts'

const browser = launchBrowser()
const site = serveEmptyPage()
stopDevServers()

const payment = { from: PAYER, to: '0x00000000000000000000000000000000000a11ce', value: '0x1' }

/** What changes an endpoint or uses its keys. */
const attempts: readonly (readonly [method: string, ...params: readonly unknown[]])[] = [
  ['eth_sendTransaction', payment],
  ['eth_sendRawTransaction', '0x00'],
  ['personal_sign', '0x00', PAYER],
  ['eth_signTypedData_v4', PAYER, {}],
  ['evm_mine'],
  ['anvil_setBalance', PAYER, '0x0'],
  ['ommer_reorg', { depth: 1 }],
]

let node: DevServer
beforeEach(async () => {
  node = await startDev()
})

/** The address of the site under another name of this machine. */
function siteAt(name: string): string {
  return `http://${name}:${site.port}/`
}

/** The errors of calls that a page makes by HTTP, one for each. */
function fetchFrom(page: Page | Frame, url: string, calls = attempts): Promise<readonly string[]> {
  const bodies = calls.map(([method, ...params]) => bodyOf(method, params))
  return page.evaluate(
    async ([url, bodies]) => {
      const errors: string[] = []
      for (const body of bodies) {
        const headers = { 'content-type': 'application/json' }
        const response = await fetch(url, { method: 'POST', headers, body })
        const { error } = (await response.json()) as { error?: { message: string } }
        errors.push(error?.message ?? 'no error')
      }
      return errors
    },
    [url, bodies] as const,
  )
}

/** The errors of calls that a page makes over a WebSocket, one for each. */
function sendFrom(page: Page | Frame, url: string, calls = attempts): Promise<readonly string[]> {
  const bodies = calls.map(([method, ...params]) => bodyOf(method, params))
  return page.evaluate(
    async ([url, bodies]) => {
      const socket = new WebSocket(url)
      await new Promise((resolve) => socket.addEventListener('open', resolve))
      const errors: string[] = []
      for (const body of bodies) {
        const answer = new Promise<string>((resolve) => {
          socket.addEventListener('message', ({ data }) => resolve(data), { once: true })
        })
        socket.send(body)
        errors.push(JSON.parse(await answer).error?.message ?? 'no error')
      }
      return errors
    },
    [url, bodies] as const,
  )
}

function bodyOf(method: string, params: readonly unknown[]): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
}

async function expectUnchanged(): Promise<void> {
  expect(await node.call('eth_blockNumber')).toBe('0x8')
  expect(await paymentsAt(node)).toEqual({ pending: 0, received: 0n })
}

const refused = (origin: string) =>
  attempts.map(
    () =>
      `web pages of ${origin} may not change endpoints or sign; --cors ORIGIN allows those of an origin`,
  )

const reading = [['eth_blockNumber']] as const
const sending = [['eth_sendTransaction', payment]] as const

describe('a page of another site', () => {
  it('may read, but neither change anything nor sign', async () => {
    const page = await browser.open(siteAt('evil.test'))
    const origin = `http://evil.test:${site.port}`
    expect(await fetchFrom(page, node.http)).toEqual(refused(origin))
    expect(await fetchFrom(page, node.root)).toEqual(refused(origin))
    expect(await sendFrom(page, node.ws)).toEqual(refused(origin))
    expect(await fetchFrom(page, node.http, reading)).toEqual(['no error'])
    expect(await sendFrom(page, node.ws, reading)).toEqual(['no error'])
    await expectUnchanged()
  })

  it('cannot send with requests that need no permission', async () => {
    const page = await browser.open(siteAt('evil.test'))
    const status = page.waitForResponse(node.http).then((response) => response.status())
    const body = bodyOf('eth_sendTransaction', [payment])
    await page.evaluate(([url, body]) => fetch(url, { method: 'POST', mode: 'no-cors', body }), [
      node.http,
      body,
    ] as const)
    expect(await status).toBe(415)
    // The text of the form is its name, an equals sign, and its value.
    const [name, value] = body.replace('"id":1', '"id":"="').split('=')
    await page.setContent(
      `<form method="post" action="${node.http}" enctype="text/plain"><input id="field"><button>Go</button></form>`,
    )
    await page
      .locator('#field')
      .evaluate((field, [name, value]) => Object.assign(field, { name, value }), [
        name,
        value,
      ] as const)
    const submitted = page.waitForResponse(node.http)
    await page.getByRole('button').click()
    expect((await submitted).status()).toBe(415)
    expect((await submitted).request().postData()?.trim()).toBe(`${name}=${value}`)
    await expectUnchanged()
  })

  it('cannot send when its name leads to the server (DNS rebinding)', async () => {
    const rebound = node.http.replace('127.0.0.1', 'evil.test')
    const { origin } = new URL(rebound)
    // Whatever the server answers becomes a page of that origin.
    const page = await browser.open(origin)
    expect(await page.evaluate('location.origin')).toBe(origin)
    expect(await fetchFrom(page, rebound, reading)).toEqual(['no error'])
    expect(await fetchFrom(page, rebound)).toEqual(refused(origin))
    const ws = node.ws.replace('127.0.0.1', 'evil.test')
    expect(await sendFrom(page, ws)).toEqual(refused(origin))
    await expectUnchanged()
  })

  it('may send if --cors names it', async () => {
    await node.stop()
    node = await startDev('--cors', `http://evil.test:${site.port}`)
    const page = await browser.open(siteAt('evil.test'))
    expect(await fetchFrom(page, node.http, sending)).toEqual(['no error'])
    const other = await browser.open(siteAt('other.test'))
    expect(await fetchFrom(other, node.http, sending)).toEqual([
      expect.stringMatching(/other\.test/),
    ])
    expect(await paymentsAt(node)).toEqual({ pending: 0, received: 1n })
  })
})

it.each(['127.0.0.1', 'localhost', 'app.localhost'])('a page of %s may send', async (name) => {
  const page = await browser.open(siteAt(name))
  expect(await fetchFrom(page, node.http, sending)).toEqual(['no error'])
  expect(await sendFrom(page, node.ws, sending)).toEqual(['no error'])
  expect(await paymentsAt(node)).toEqual({ pending: 0, received: 2n })
})

it('a sandboxed frame, which has no origin, cannot send', async () => {
  const page = await browser.open(siteAt('127.0.0.1'))
  await page.setContent('<iframe sandbox="allow-scripts" srcdoc="<!doctype html>"></iframe>')
  const [, frame] = page.frames()
  if (frame === undefined) throw new Error('the page has no frame')
  for (const errors of [await fetchFrom(frame, node.http), await sendFrom(frame, node.ws)]) {
    expect(errors).toEqual(
      attempts.map(() => expect.stringMatching(/^web pages without an origin \(Origin: null\)/)),
    )
  }
  await expectUnchanged()
})
