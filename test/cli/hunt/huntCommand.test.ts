import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCliInProcess } from '../../support/runCliInProcess.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'

const parent = temporaryFolder()

/** Stores a row for each block, and never looks at a block twice. */
const naive = join(parent, 'naive.mjs')
writeFileSync(
  naive,
  `import { appendFileSync } from 'node:fs'
const [url, file] = process.argv.slice(2)
const call = async (method, ...params) => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  return (await response.json()).result
}
for (let next = 0; ; ) {
  const head = Number(await call('eth_blockNumber'))
  for (; next <= head; next++) {
    const block = await call('eth_getBlockByNumber', '0x' + next.toString(16), false)
    if (block === null) break
    appendFileSync(file, JSON.stringify({ block_number: block.number, block_hash: block.hash, note: 'x' }) + '\\n')
  }
  await new Promise((resolve) => setTimeout(resolve, 10))
}
`,
)

const run = ['--run', `${process.execPath} ${naive} {url} {dir}/rows`]
const rows = ['--rows', 'cat {dir}/rows']
const hunt = (...args: string[]) => runCliInProcess(['hunt', ...args])

test('writes what it has found, which plays again', async () => {
  const corpus = join(parent, 'corpus')
  mkdirSync(corpus)
  const wait = { waitFor: { method: 'eth_getBlockByNumber', block: 4 } }
  const known = { spec: { preset: 'latest', blocks: 4 }, steps: [wait, { reorg: { depth: 2 } }] }
  writeFileSync(join(corpus, 'known.json'), JSON.stringify(known))
  const limits = ['--repeats', '2', '--patience', '4', '--seed', 'cli', '--time', '600']
  const exit = await hunt(...run, ...rows, ...limits, '--corpus', corpus)
  expect(exit.code).toBe(1)
  expect(exit.stderr).toMatch(/^found after \d+ scenarios; making it smaller: [^\n]+\n$/)
  expect(exit.stdout).toMatch(/^blocks: a row of block \d+ is missing/)
  const files = readdirSync(corpus).filter((name) => name !== 'known.json')
  expect(files.map((name) => name.replace(/^found-\w{8}/, '')).toSorted()).toEqual([
    '.json',
    '.md',
    '.svg',
    '.test.mjs',
  ])
  const [scenario = ''] = files.filter((name) => name.endsWith('.json'))
  const page = readFileSync(join(corpus, scenario.replace('.json', '.md')), 'utf8')
  expect(page).toContain('Found with seed cli')
  expect(page).toContain('--replay')
  const again = await hunt(...run, ...rows, '--patience', '4', '--replay', join(corpus, scenario))
  expect(again).toMatchObject({ code: 1, stderr: '' })
  expect(again.stdout).toContain('wrong in 1 of 1 runs\n')
})

test('shows how rows are read', async () => {
  const exit = await hunt(...run, ...rows, '--check-rows')
  expect(exit).toMatchObject({ code: 0, stderr: '' })
  const [first, , , , last] = exit.stdout.split('\n')
  expect(first).toBe('blocks: 25 rows; compared: block_number, block_hash; not compared: note')
  expect(last).toBe('right')
})

test('is right in a scenario without a move', async () => {
  const file = join(parent, 'still.json')
  writeFileSync(file, '{ "spec": { "blocks": 4 }, "steps": [] }')
  const exit = await hunt(...run, ...rows, '--replay', file)
  expect(exit).toMatchObject({ code: 0, stdout: `right: ${file}, 1 run\n`, stderr: '' })
})

test.each<[string, readonly string[], string]>([
  [
    'a command that does not start',
    ['--run', 'no-such-program', ...rows],
    'wrong without any move: the client has ended: exit code 127',
  ],
  [
    'a program that ends',
    ['--run', 'echo boom; exit 3', ...rows],
    'wrong without any move: the client has ended: exit code 3; it has asked this chain for nothing; it printed: boom',
  ],
  [
    'a program that ignores the URL',
    ['--run', 'sleep 100', '--rows', 'echo []'],
    'it has asked this chain for nothing',
  ],
  [
    'rows that are no JSON',
    [...run, '--rows', 'echo none'],
    "its rows cannot be read: rows: 'none' is not JSON",
  ],
  [
    'a command for rows that fails',
    [...run, '--rows', 'echo no table >&2; exit 1'],
    "--rows 'echo no table >&2; exit 1': no table",
  ],
  [
    'a comparer that fails',
    [...run, ...rows, '--expect', 'echo bad >&2; exit 1'],
    "--expect 'echo bad >&2; exit 1': bad",
  ],
  [
    'a database that cannot be made',
    [...run, ...rows, '--before', 'echo in use >&2; exit 1'],
    "--before 'echo in use >&2; exit 1': in use",
  ],
  ['no command', rows, "'--run <command>'"],
  ['both kinds of scenarios', [...run, ...rows, '--legal', '--beyond'], '--legal'],
  ['a patience that is none', [...run, ...rows, '--patience', '0'], '--patience'],
])('refuses %s in one line', async (_, args, message) => {
  const exit = await hunt('--patience', '1', ...args)
  expect(exit).toMatchObject({ code: 1, stdout: '' })
  expect(exit.stderr.trim().split('\n')).toHaveLength(1)
  expect(exit.stderr).toContain(message)
})

test('cannot try a client that does not start', async () => {
  const file = join(parent, 'still.json')
  writeFileSync(file, '{ "spec": { "blocks": 4 }, "steps": [] }')
  const exit = await hunt('--run', 'echo no module >&2; exit 1', ...rows, '--replay', file)
  expect(exit).toMatchObject({
    code: 125,
    stderr: 'error: --run: the client has ended: exit code 1; it printed: no module\n',
  })
})

test('cannot try a scenario that is none', async () => {
  const exit = await hunt(...run, ...rows, '--replay', join(parent, 'none.json'))
  expect(exit.code).toBe(125)
  expect(exit.stderr).toMatch(/^error: .*none\.json: there is no such file\n$/)
})
