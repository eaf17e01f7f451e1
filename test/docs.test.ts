import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createChain, type Server, serve } from '../src/index.ts'
import { readSnippets, withChecks } from './support/snippets.ts'

const snippets = readSnippets()
const code = snippets.filter(({ language }) => language === 'ts')
const curls = snippets.filter(({ code }) => code.startsWith('curl '))

describe('TypeScript in the documentation', () => {
  const folder = join(import.meta.dirname, '.snippets')
  beforeAll(() => mkdirSync(folder, { recursive: true }))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('is there', () => {
    expect(code.length).toBeGreaterThan(5)
  })

  it.each(code)('runs, and does as it says: $page:$line', async ({ page, line, code }) => {
    const file = join(folder, `${page.replaceAll(/\W/g, '-')}-${line}.ts`)
    writeFileSync(file, withChecks(code))
    await import(/* @vite-ignore */ file)
  })
})

describe('requests in the documentation', () => {
  let server: Server
  beforeAll(async () => {
    server = await serve(await createChain(), { port: 0 })
  })
  afterAll(() => server.close())

  it('are there', () => {
    expect(curls.length).toBeGreaterThan(0)
  })

  it.each(curls)('are answered by the default chain: $page:$line', async ({ code }) => {
    const [, url, body] = /^curl -s (\S+) .* -d '(.+)'$/m.exec(code) ?? []
    expect(url).toBe('http://127.0.0.1:8545/v3/dev')
    const response = await fetch(server.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: body as string,
    })
    const { result } = (await response.json()) as { result?: { uncles?: unknown[] } }
    expect(result).toBeTruthy()
    if (code.includes('eth_getBlockByNumber')) expect(result?.uncles?.length).toBeGreaterThan(0)
  })
})

it('has a line for node:test, which does', () => {
  const [, line] = /`(before\(.*\))`/.exec(readFileSync('docs/testing.md', 'utf8')) ?? []
  const small = line?.replace('createChain()', 'createChain({ blocks: 4 })')
  const file = join(import.meta.dirname, '.snippets', 'node-test.mjs')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(
    file,
    `import assert from 'node:assert'
    import { after, before, test } from 'node:test'
    import { createChain, serve } from 'ommer'
    let server
    ${small}
    after(() => server.close())
    test('asks it', async () => {
      assert.equal(await server.request({ method: 'eth_blockNumber' }), '0x4')
    })`,
  )
  try {
    const { stdout } = spawnSync(process.execPath, ['--test', file], { encoding: 'utf8' })
    expect(stdout).toMatch(/^(?:#|ℹ) pass 1$/m)
  } finally {
    rmSync(file)
  }
})

describe('links in the documentation', () => {
  it.each([...new Set(snippets.map(({ page }) => page))])('lead somewhere: %s', (page) => {
    const targets = [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:)([^)#]+)/g)]
    for (const [, target] of targets) {
      expect(existsSync(join(dirname(page), target as string)), target).toBe(true)
    }
  })
})
