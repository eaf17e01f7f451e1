import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { docFiles } from '../scripts/schemas/docTables.ts'
import { headingAnchor } from '../scripts/site/headingAnchor.ts'
import { pages as sitePages } from '../scripts/site/pages.ts'
import { createChain, type Server, serve } from '../src/index.ts'
import { readSpecFile } from '../src/yaml/readSpecFile.ts'
import { runCliInProcess } from './support/runCliInProcess.ts'
import { joinedStatements, readSnippets, withChecks } from './support/snippets.ts'
import { temporaryFolder } from './support/temporaryFolder.ts'
import { post } from './support/transports.ts'

const snippets = readSnippets()
const pages = [...sitePages.keys(), 'CODE_OF_CONDUCT.md', 'SECURITY.md']
const code = snippets.filter(({ language }) => language === 'ts')
/** The environment without vitest's own variables, which must not reach a new run of vitest. */
const withoutVitest = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(?:VITEST|TEST$|NODE_TEST)/.test(name)),
)
const curls = snippets.filter(({ code }) => code.startsWith('curl ') && code.includes(' -d '))
const curlGets = snippets.filter(({ code }) => /^curl -s '[^']+'$/m.test(code))

describe('TypeScript in the documentation', () => {
  const folder = join(import.meta.dirname, '.snippets')
  beforeAll(() => mkdirSync(folder, { recursive: true }))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('exists', () => {
    expect(code.length).toBeGreaterThan(5)
  })

  it.each(code)('runs with the documented results: $page:$line', async ({ page, line, code }) => {
    const file = join(folder, `${page.replaceAll(/\W/g, '-')}-${line}.ts`)
    writeFileSync(file, withChecks(code))
    await import(/* @vite-ignore */ file)
  })
})

describe('the error codes in docs/api.md', () => {
  const root = join(import.meta.dirname, '..')
  const rows = readFileSync(join(root, 'docs/api.md'), 'utf8').matchAll(
    /^\| (`\w*Error`.*?) \| (.*?) \|/gm,
  )
  const codes = [...rows].flatMap(([, , cell = '']) => [...cell.matchAll(/`([A-Z_]{3,})`/g)])
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(root, 'src', name), 'utf8'))
    .join()

  it.each(codes.map(([, code]) => code as string))('exist: %s', (code) => {
    expect(sources).toContain(`'${code}'`)
  })
})

describe('code in the documentation', () => {
  it.each(snippets)('can be pasted between lines without semicolons: $page:$line', ({ code }) => {
    expect(joinedStatements(code)).toEqual([])
  })

  it.each(snippets)('names no file that only a clone has: $page:$line', ({ code }) => {
    const inClone = /(?<![\w/-])(?:examples|fixtures|scenarios|scripts|src|test)\/[\w.-]+/g
    expect(code.match(inClone)).toBeNull()
  })

  it.each([
    ['done()\n[1].map(String)', ['[1].map(String)']],
    ['const a = b\n(c as D).e', ['(c as D).e']],
    ['a // => 1\n`b`', ['`b`']],
    [';(c as D).e', [';(c as D).e']],
    ['[a, b] = c', ['[a, b] = c']],
    ['const a = [\n  [1],\n  [2],\n]\nf(\n  (x) => x,\n)', []],
  ])('fails the check with %j', (code, found) => {
    expect(joinedStatements(code)).toEqual(found)
  })
})

describe('requests in the documentation', () => {
  let server: Server
  beforeAll(async () => {
    server = await serve(await createChain(), { port: 0, callTimeout: 0 })
  })
  afterAll(() => server.close())

  it('exist', () => {
    expect(curls.length).toBeGreaterThan(0)
  })

  it.each(curls)('are answered by the default chain: $page:$line', async ({ code }) => {
    const [, url, body] = /^curl -s (\S+) .* -d '(.+)'$/m.exec(code) ?? []
    expect(url).toBe('http://127.0.0.1:8545/v3/dev')
    const response = await post(server.url, body as string)
    const { result } = (await response.json()) as { result?: { uncles?: unknown[] } }
    expect(result).toBeTruthy()
    if (code.includes('eth_getBlockByNumber')) expect(result?.uncles?.length).toBeGreaterThan(0)
  })
})

describe('specs in the documentation', () => {
  const folder = temporaryFolder()
  const files = snippets.filter(({ code }) => code.includes('/spec.schema.json'))
  const commands = snippets
    .flatMap(({ code }) => code.split('\n'))
    .filter((line) => /^npx ommer spec /.test(line))

  it('exist', () => {
    expect(files.length).toBeGreaterThan(0)
    expect(commands.length).toBeGreaterThan(0)
  })

  it.each(files)('are valid: $page:$line', async ({ code }) => {
    const file = join(folder, 'spec.yaml')
    writeFileSync(file, code)
    const chain = await createChain({ ...(await readSpecFile(file)), blocks: 2 })
    expect(chain.head.transactions.length).toBeGreaterThanOrEqual(80)
  })

  it.each(commands)('can be printed: %s', async (command) => {
    const [args = ''] = command.replace('npx ommer ', '').split(' > ')
    const { code, stdout } = await runCliInProcess(args.split(' '))
    expect(code).toBe(0)
    expect(stdout).toContain('uncleRate: [1, 2]')
  })
})

describe('addresses in the documentation', () => {
  it.each(curlGets)('are those of the default chain: $page:$line', async ({ code }) => {
    const server = await serve(await createChain(), { port: 0 })
    const [, path] = /^curl -s 'http:\/\/127\.0\.0\.1:8545(\/\S+)'$/m.exec(code) ?? []
    const response = await fetch(new URL(path as string, server.url))
    expect(response.status).toBe(200)
    const answer = (await response.json()) as { readonly data?: unknown }
    if (path?.startsWith('/contracts/')) {
      expect(answer).toContainEqual(expect.objectContaining({ role: 'token' }))
    } else {
      expect(answer.data).toContainEqual(expect.stringMatching(/^0x[0-9a-f]{262144}$/))
    }
    await server.close()
  })
})

describe('the commands for CI services in docs/ci.md', () => {
  const [snippet] = snippets.filter(
    ({ page, language }) => page === 'docs/ci.md' && language === 'sh',
  )
  const cli = join(import.meta.dirname, '../dist/cli.js')
  const folder = temporaryFolder()

  /** Runs them where the command has these options, too. */
  function runWith(name: string, options: string, rest: string) {
    const cwd = join(folder, name)
    mkdirSync(join(cwd, 'node_modules/.bin'), { recursive: true })
    const command = `#!/bin/sh\nexec "${process.execPath}" "${cli}" ${options} "$@"\n`
    writeFileSync(join(cwd, 'node_modules/.bin/ommer'), command, { mode: 0o755 })
    return promisify(execFile)('sh', ['-c', `${snippet?.code}${rest}`], { cwd })
  }

  it.skipIf(process.platform === 'win32')('wait until the server is ready', async () => {
    // The default port may be in use here.
    const { stdout } = await runWith('starts', '--port 0', 'cat ommer.json\nkill $!\nwait $!\n')
    expect(JSON.parse(stdout)).toMatchObject({ event: 'ready', head: { number: 128 } })
  })

  it.skipIf(process.platform === 'win32')('fail if the server does not start', async () => {
    const failed = runWith('fails', '--port x', 'echo ready\n')
    await expect(failed).rejects.toMatchObject({ stdout: '', code: expect.any(Number) })
  })
})

describe('files for test runners in the documentation', () => {
  const folder = join(import.meta.dirname, '.snippets', 'runners')
  const files = snippets.filter(
    ({ page, language }) => /(?:README|runners)\.md$/.test(page) && language === 'js',
  )
  beforeAll(() => {
    mkdirSync(folder, { recursive: true })
    for (const { code } of files) {
      const [, name = 'node-test.mjs'] = /^\/\/ (\S+)$/m.exec(code) ?? []
      writeFileSync(join(folder, name), code)
    }
  })
  // A runner that does not exit would keep its user waiting; this test reports it by its timeout.
  const end = new AbortController()
  afterAll(() => {
    end.abort()
    rmSync(folder, { recursive: true, force: true })
  })
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, args, {
      cwd: folder,
      signal: end.signal,
      env: withoutVitest,
    })
  const vitest = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs')

  it.concurrent('work unchanged with node:test, which exits', async () => {
    expect((await run('--test', 'node-test.mjs')).stdout).toMatch(/^(?:#|ℹ) pass 1$/m)
  })

  it.concurrent('work unchanged with vitest', async () => {
    // vitest's default is five seconds.
    const limits = ['--testTimeout', '300000', '--hookTimeout', '300000']
    expect((await run(vitest, 'run', '--reporter', 'tap', ...limits)).stdout).toMatch(
      /^ +ok \d - survives a reorg[\s\S]*^ok 2 /m,
    )
  })
})

describe('links in the documentation', () => {
  it.each(pages)('resolve: %s', (page) => {
    const targets = [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:)([^)#]+)/g)]
    for (const [, target] of targets) {
      expect(existsSync(join(dirname(page), target as string)), target).toBe(true)
    }
  })

  it('have anchors as GitHub makes them', () => {
    expect(anchorsOf('docs/runners.md')).toContain('nodetest')
    expect(anchorsOf('docs/api.md')).toContain('the-line-of---json')
  })

  it.each(pages)('name headings that exist: %s', (page) => {
    const links = [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:)([^)#]*)#([^)]+)\)/g)]
    const missing = links.filter(([, target, anchor]) => {
      const file = target === '' ? page : join(dirname(page), target as string)
      return !anchorsOf(file).includes(anchor as string)
    })
    expect(missing.map(([link]) => link)).toEqual([])
  })
})

/** The anchors of the headings of a page, as GitHub makes them. */
function anchorsOf(page: string): string[] {
  const text = readFileSync(page, 'utf8').replaceAll(/^```[\s\S]*?^```$/gm, '')
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => headingAnchor(heading))
}

describe('generated tables', () => {
  it.each([...docFiles()])('are up to date: %s', (page, text) => {
    expect(readFileSync(page, 'utf8'), 'npm run schemas writes it anew').toBe(text)
  })
})
