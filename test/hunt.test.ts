import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { sized } from './support/sized.ts'
import { readSnippets } from './support/snippets.ts'
import { temporaryFolder } from './support/temporaryFolder.ts'

// The programs and commands of docs/hunt.md and of examples/hunt/, as printed, with the built package.

const root = join(import.meta.dirname, '..')
const folder = temporaryFolder()
const snippets = readSnippets().filter(({ page }) => page === 'docs/hunt.md')

for (const { code } of snippets) {
  const [, name] = /^\/\/ (\S+\.mjs)$/m.exec(code) ?? []
  if (name !== undefined) writeFileSync(join(folder, name), code)
}

/** The commands that begin so. */
const commands = (beginning: string): string[] =>
  snippets.map(({ code }) => code.trim()).filter((code) => code.startsWith(beginning))

/** Runs a command of the page. `more` keeps it short. */
function run(command: string, more = '') {
  const ours = `"${process.execPath}" "${join(root, 'dist/cli.js')}"`
  const line = `${command.replace('npx ommer', () => ours)} ${more}`
  return promisify(execFile)(line, { cwd: folder, shell: true }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
  )
}

/** With a seed whose scenario is soon found and made small: others take up to four times as long. */
const SHORT = '--repeats 1 --patience 4 --time 600 --seed 3'

test.concurrent('the first hunt finds the fault, and plays it again', async () => {
  const [hunt = '', replay = ''] = commands("npx ommer hunt --run 'node indexer.mjs")
  const { code, stdout } = await run(hunt, SHORT)
  expect(stdout).toMatch(/^blocks: a row of block \d+ is missing \(\d+ missing, \d+ too many\): /)
  expect(stdout).toMatch(/^wrong in (\d+) of \1 runs; /m)
  expect(code).toBe(1)
  const [found] = readdirSync(join(folder, 'ommer-hunt')).filter((name) => name.endsWith('.json'))
  const again = await run(replay.replace('found-….json', `${found}`), '--patience 4')
  expect(again).toMatchObject({ code: 1 })
})

test.concurrent('the function finds it, too', async () => {
  writeFileSync(
    join(folder, 'startIndexer.mjs'),
    `export function startIndexer(url) {
      const rows = []
      let isStopped = false
      const call = async (method, ...params) => {
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
        const headers = { 'content-type': 'application/json' }
        return (await (await fetch(url, { method: 'POST', headers, body })).json()).result
      }
      const follow = async () => {
        while (!isStopped) {
          const head = Number(await call('eth_blockNumber'))
          while (rows.length <= head) {
            const block = await call('eth_getBlockByNumber', '0x' + rows.length.toString(16), false)
            if (block === null) break
            rows.push({ blockNumber: block.number, blockHash: block.hash })
          }
          await new Promise((resolve) => setTimeout(resolve, 5))
        }
      }
      const done = follow().catch(() => {})
      return { rows: () => rows, stop() { isStopped = true; return done } }
    }`,
  )
  const script = join(folder, 'hunt.mjs')
  const [code = ''] = snippets
    .map((each) => each.code)
    .filter((each) => each.includes('// hunt.mjs'))
  writeFileSync(
    script,
    code
      .replace("'ommer/hunt'", `'${join(root, 'dist/hunt.js')}'`)
      .replace('patience:', 'repeats: 1, time: 600, patience:'),
  )
  const { stdout } = await promisify(execFile)(process.execPath, [script])
  expect(stdout).toMatch(/reorg|revert/)
})

const has = (program: string) =>
  spawnSync(program, [program === 'go' ? 'version' : '--version']).status === 0

/** What a program needs, its file, and the table in which it is wrong. */
const others = [
  ['python3', 'indexer.py', 'logs'],
  ['go', 'indexer.go', 'blocks'],
  ['rustc', 'indexer.rs', 'blocks'],
] as const

/** The commands in the first comment of a program. */
const commandsOf = (code: string): string[] =>
  [...code.matchAll(/^(?:\/\/|#) {5}(\S.*)$/gm)].map(([, command]) => command as string)

// Each takes as long as the first hunt.
test.runIf(sized(false, true)).each(others.filter(([program]) => has(program)))(
  'the indexer for %s is wrong after a reorg',
  async (program, file, table) => {
    const path = join(root, 'examples/hunt', file)
    copyFileSync(path, join(folder, file))
    const lines = commandsOf(readFileSync(path, 'utf8'))
    const hunt = lines.pop() ?? ''
    for (const line of lines) execFileSync(line, { cwd: folder, shell: true, stdio: 'ignore' })
    const { code, stdout } = await run(hunt, `${SHORT} --corpus ${program}`)
    expect(stdout).toMatch(new RegExp(`^${table}: a row of block \\d+ `))
    expect(code).toBe(1)
  },
)
