import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startCli } from '../../support/runCli.ts'
import { post, request } from '../../support/transports.ts'
import { launchBrowser } from '../support/browser.ts'
import { startDev, stopDevServers } from '../support/devServer.ts'
import { canonicalBlock, headBlock, openExplorer } from '../support/explorer.ts'

const browser = launchBrowser()
stopDevServers()

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ommer-newcomer-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it.each([
  ['in the banner', [], /^Ctrl\+C stops the server/],
  ['as JSON', ['--json'], /"event":"ready"/],
] as const)(
  'a newcomer drags the head, and replays the copied scenario, announced %s',
  async (_, options, announced) => {
    const server = await startDev('--preset', 'history', '--blocks', '24')
    const { page, reported } = await openExplorer(browser, server)
    await page.getByText('Drag the head flag onto another block to reorganize').waitFor()
    await page.locator('[data-flag=head]').dragTo(canonicalBlock(page, 22))
    await page.getByRole('button', { name: 'Move the head', exact: true }).click()
    await headBlock(page)
      .and(page.getByRole('option', { name: /^Block 25 / }))
      .waitFor()
    const move = page.getByRole('region', { name: 'Your last move' })
    await move.getByRole('button', { name: 'Copy the scenario' }).click()
    await move.getByText('ommer --dev --scenario scenario.yaml').waitFor()
    const yaml = await move.getByRole('region', { name: 'The scenario' }).innerText()
    const file = join(folder, 'scenario.yaml')
    writeFileSync(file, yaml)
    const replay = ['serve', '--port', '0', '--dev', '--scenario', file]
    const replayed = await startCli([...replay, ...options], announced)
    const [url] = /http:[^\s"]+\/v3\/dev/.exec(replayed.announced) ?? []
    const head = async (): Promise<unknown> => {
      const response = await post(url ?? '', request('eth_getBlockByNumber', ['latest', false]))
      return ((await response.json()) as { readonly result: { readonly hash: string } }).result.hash
    }
    const { hash } = await server.call<{ readonly hash: string }>(
      'eth_getBlockByNumber',
      'latest',
      false,
    )
    await expect.poll(head).toBe(hash)
    expect((await replayed.stop('SIGTERM')).code).toBe(0)
    expect(reported).toEqual([])
  },
)
