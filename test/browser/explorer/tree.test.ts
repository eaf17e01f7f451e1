import { describe, expect, it } from 'vitest'
import { accessibilityProblems } from '../support/accessibility.ts'
import { launchBrowser } from '../support/browser.ts'
import { type DevEndpoint, startDev, startServer, stopDevServers } from '../support/devServer.ts'
import {
  canonicalBlock,
  headBlock,
  NODES_MAX,
  openExplorer,
  REQUESTS_MAX,
} from '../support/explorer.ts'

interface Head {
  readonly number: string
  readonly hash: string
}

const browser = launchBrowser()
stopDevServers()

async function headOf(endpoint: DevEndpoint): Promise<Head> {
  return await endpoint.call<Head>('eth_getBlockByNumber', 'latest', false)
}

/** A label of a block begins with its number and the ends of its hash. */
function labelled(number: number, hash: string): RegExp {
  return new RegExp(`^Block ${number} ${hash.slice(0, 5)}…${hash.slice(-3)} \\S+ tx,`)
}

describe('the first view', () => {
  it('shows the newest blocks of 128 with few requests and nodes, from this server alone', async () => {
    const server = await startDev('--blocks', '128')
    const { page, sent, loaded, reported } = await openExplorer(browser, server)
    const { hash } = await headOf(server)
    await page.getByRole('option', { name: labelled(128, hash) }).waitFor()
    await canonicalBlock(page, 125).waitFor()
    expect(sent.length).toBeLessThanOrEqual(REQUESTS_MAX)
    expect(await page.locator('*').count()).toBeLessThan(NODES_MAX)
    const { host } = new URL(server.http)
    expect(loaded.map((url) => new URL(url).host)).toEqual(loaded.map(() => host))
    expect(reported).toEqual([])
  })
})

describe('a reorg', () => {
  it('is seen as it happens', async () => {
    const server = await startDev()
    const { page } = await openExplorer(browser, server)
    const before = await headOf(server)
    await page.getByRole('option', { name: labelled(8, before.hash) }).waitFor()
    await server.call('ommer_reorg', { depth: 2, length: 3 })
    const { hash } = await headOf(server)
    await headBlock(page)
      .and(page.getByRole('option', { name: labelled(9, hash) }))
      .waitFor()
    const left = page.getByRole('option', { name: labelled(8, before.hash) })
    expect(await left.getAttribute('aria-label')).toMatch(', side branch')
    await page.getByText('2 blocks left the chain, 3 joined. The head is block 9.').waitFor()
  })

  it('leaves each block drawn as what it is', async () => {
    const server = await startDev()
    const { page } = await openExplorer(browser, server)
    for (let number = 9; number < 15; number += 1) {
      await server.call('ommer_reorg', { depth: 1, length: 2 })
      await headBlock(page)
        .and(page.getByRole('option', { name: `Block ${number} ` }))
        .waitFor()
    }
    const drawn = await page.evaluate<readonly string[]>(`
      [...document.querySelectorAll('[role=option]')].map((option) => {
        const { strokeDasharray } = getComputedStyle(option.querySelector('.block-shape'))
        return option.getAttribute('aria-label').split(', ')[1] + ' ' + strokeDasharray
      })`)
    expect(new Set(drawn)).toEqual(new Set(['canonical none', 'side branch 5px, 4px']))
  })

  it('is made by dragging the head', async () => {
    const server = await startDev()
    const { page } = await openExplorer(browser, server)
    await canonicalBlock(page, 5).waitFor()
    await page.locator('[data-flag=head]').dragTo(canonicalBlock(page, 5))
    const dialog = page.getByRole('dialog', { name: 'Move the head to block 5' })
    await dialog.getByRole('spinbutton', { name: 'New blocks' }).fill('5')
    await dialog.getByRole('button', { name: 'Move the head' }).click()
    await headBlock(page)
      .and(page.getByRole('option', { name: /^Block 10 / }))
      .waitFor()
    expect((await headOf(server)).number).toBe('0xa')
  })

  it('is not made when Escape ends the drag', async () => {
    const server = await startDev()
    const { page } = await openExplorer(browser, server)
    await page.locator('[data-flag=head]').hover()
    await page.mouse.down()
    await canonicalBlock(page, 5).hover({ force: true })
    await page.getByText('Drop to move the head to block 5: 3 blocks leave the chain.').waitFor()
    await page.keyboard.press('Escape')
    await page.mouse.up()
    expect(await page.getByText('Drop').count()).toBe(0)
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  it('leads back to a branch that was left', async () => {
    const server = await startDev()
    const { page } = await openExplorer(browser, server)
    const before = await headOf(server)
    await server.call('ommer_reorg', { depth: 2, length: 2 })
    const left = page.getByRole('option', { name: labelled(8, before.hash) })
    await page.getByText('2 blocks left the chain').waitFor()
    await page.locator('[data-flag=head]').dragTo(left)
    await page.getByRole('button', { name: 'Move the head', exact: true }).click()
    await headBlock(page).and(left).waitFor()
    expect((await headOf(server)).hash).toBe(before.hash)
  })

  it('is made with the keyboard alone', async () => {
    const server = await startDev()
    const { page } = await openExplorer(browser, server)
    await canonicalBlock(page, 6).waitFor()
    await page.keyboard.press('Tab')
    while (!(await page.getByRole('listbox').evaluate((each) => each.matches(':focus')))) {
      await page.keyboard.press('Tab')
    }
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('m')
    await page.getByRole('dialog', { name: 'Move the head to block 6' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await headBlock(page)
      .and(page.getByRole('option', { name: /^Block 6 / }))
      .waitFor()
    expect((await headOf(server)).number).toBe('0x6')
    await page.keyboard.press('Enter')
    await page.waitForURL(/#\/block\/0x[0-9a-f]{64}$/)
  })
})

describe('the legend', () => {
  it('shows an uncle of the chain, and the forks around it', async () => {
    const server = await startServer('--preset', 'history', '--blocks', '64')
    const { page, reported } = await openExplorer(browser, server)
    await page.getByText('start the server with --dev').waitFor()
    await page.getByRole('button', { name: 'Show a side branch' }).click()
    await page.getByText('This chain has none.').waitFor()
    await page.getByRole('button', { name: 'Show an uncle' }).click()
    await page.getByRole('option', { name: /, uncle\b/, selected: true }).waitFor()
    await page.getByRole('region', { name: 'Selected block' }).getByText('An uncle:').waitFor()
    await page.getByRole('listbox').press('Home')
    const forks = page.locator('.fork-lines')
    await forks.getByText('London (Gray Glacier)').waitFor()
    for (let count = 0; count < 20; count += 1) await page.getByRole('listbox').press('-')
    await forks.getByText('Paris').waitFor()
    expect(reported).toEqual([])
  })
})

it('goes along the chain with the wheel and the pointer, zooms, and opens a block', async () => {
  const server = await startDev('--blocks', '128', '--transactions-per-block', '0')
  const { page } = await openExplorer(browser, server)
  await canonicalBlock(page, 128).waitFor()
  const follow = page.getByRole('button', { name: 'Follow head' })
  await page.mouse.move(400, 500)
  await page.mouse.wheel(0, -900)
  await canonicalBlock(page, 118).waitFor()
  expect(await follow.getAttribute('aria-pressed')).toBe('false')
  await page.mouse.down()
  await page.mouse.move(700, 500, { steps: 3 })
  await page.mouse.up()
  await canonicalBlock(page, 115).waitFor()
  const shown = await page.getByRole('option').count()
  await page.keyboard.down('Control')
  await page.mouse.wheel(0, 300)
  await page.keyboard.up('Control')
  await expect.poll(() => page.getByRole('option').count()).toBeGreaterThan(2 * shown)
  await follow.click()
  await headBlock(page).waitFor()
  await headBlock(page).dblclick()
  await page.waitForURL(/#\/block\/0x[0-9a-f]{64}$/)
})

it('zooms where two fingers move apart, and moves with one', async () => {
  const server = await startDev('--blocks', '128', '--transactions-per-block', '0')
  const { page } = await openExplorer(browser, server)
  await canonicalBlock(page, 128).waitFor()
  const devtools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...places: number[]) => {
    const touchPoints = places.map((x, id) => ({ x, y: 450, id }))
    return devtools.send('Input.dispatchTouchEvent', { type, touchPoints })
  }
  const shown = await page.getByRole('option').count()
  await touch('touchStart', 300, 700)
  for (const way of [50, 100, 150]) await touch('touchMove', 300 + way, 700 - way)
  await touch('touchEnd')
  await expect.poll(() => page.getByRole('option').count()).toBeGreaterThan(1.5 * shown)
  expect(await canonicalBlock(page, 90).count()).toBe(0)
  await touch('touchStart', 300)
  for (const x of [450, 600, 750, 900]) await touch('touchMove', x)
  await touch('touchEnd')
  await canonicalBlock(page, 100).waitFor()
})

it('shows each of two endpoints in its own window', async () => {
  const server = await startDev('--any-key')
  const [one, other] = [server.endpoint('one'), server.endpoint('other')]
  const first = await openExplorer(browser, one)
  const second = await openExplorer(browser, other)
  await one.call('ommer_mine', 3)
  await headBlock(first.page)
    .and(first.page.getByRole('option', { name: /^Block 11 / }))
    .waitFor()
  await other.call('ommer_rollback', 2)
  await headBlock(second.page)
    .and(second.page.getByRole('option', { name: /^Block 6 / }))
    .waitFor()
  expect(await first.page.locator('.tag-head').textContent()).toBe('head 11')
})

it('offers no moves without --dev, and asks for nothing but blocks with --methods core', async () => {
  const server = await startServer('--methods', 'core')
  const { page, sent } = await openExplorer(browser, server)
  await canonicalBlock(page, 8).waitFor()
  expect(await page.locator('[data-flag]').count()).toBe(0)
  expect(await page.getByRole('link', { name: 'Requests' }).count()).toBe(0)
  const methods = new Set(sent.flatMap((text) => text.match(/"method":"\w+"/g) ?? []))
  expect([...methods].filter((each) => !/eth_get(Block|Uncle)|ommer_explorer/.test(each))).toEqual(
    [],
  )
})

describe.each([
  ['light', 1360, 820],
  ['dark', 1360, 820],
  ['light', 360, 740],
  ['dark', 360, 740],
] as const)('in %s colours, %i pixels wide', (colorScheme, width, height) => {
  it('is accessible and as wide as the window', async () => {
    const server = await startDev('--preset', 'pow', '--blocks', '64')
    const { page } = await openExplorer(browser, server)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height })
    await headBlock(page).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    const drawing = page.getByRole('listbox')
    await drawing.press('ArrowLeft')
    await drawing.press('m')
    await page.getByRole('dialog').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
    expect(overflow).toBe(0)
  })
})

it.each([
  ['the tree', ''],
  ['a block', '#/block/latest'],
  ['the requests', '#/requests'],
  ['the moves', '#/moves'],
])('the heap of %s does not grow over 2,000 blocks', async (_, route) => {
  const server = await startDev()
  const { page } = await openExplorer(browser, server, route)
  const devtools = await page.context().newCDPSession(page)
  const heap = async (): Promise<number> => {
    await devtools.send('HeapProfiler.collectGarbage')
    return (await devtools.send('Runtime.getHeapUsage')).usedSize
  }
  const mineTo = async (number: number) => {
    for (let at = (await server.call<number>('eth_blockNumber')) * 1; at < number; at += 50) {
      await server.call('ommer_mine', Math.min(50, number - at))
    }
    await page.locator('.tag-head', { hasText: number.toLocaleString('en') }).waitFor()
  }
  // By then it keeps as many blocks as it ever does.
  await mineTo(2_000)
  const before = await heap()
  await mineTo(4_000)
  expect(await heap()).toBeLessThan(before * 1.15)
  expect(await page.locator('*').count()).toBeLessThan(1_500)
})
