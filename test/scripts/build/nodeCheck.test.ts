import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { nodeCheck } from '../../../scripts/build/nodeCheck.ts'

/** Whether the check accepts a version. */
function accepts(node: string): boolean {
  const exported: { inModule?: () => void } = {}
  const fake = { versions: { node }, version: `v${node}` }
  new Function('process', 'exports', nodeCheck(process.cwd()))(fake, exported)
  try {
    exported.inModule?.()
    return true
  } catch {
    return false
  }
}

test.each([
  ['20.19.0', true],
  ['20.20.2', true],
  ['22.2.0', true],
  ['23.0.0', true],
  ['24.11.1', true],
  ['100.0.0', true],
  ['0.12.18', false],
  ['8.17.0', false],
  ['18.20.8', false],
  ['20.18.3', false],
  ['21.7.3', false],
  ['22.1.0', false],
])('Node %s: %s', (version, isAccepted) => {
  expect(accepts(version)).toBe(isAccepted)
})

const pretended = `data:text/javascript,Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.8' } })`

/** Runs Node as if it were too old. */
function run(...args: string[]) {
  return spawnSync(process.execPath, ['--import', pretended, ...args], { encoding: 'utf8' })
}

const message = `ommer needs Node.js 20.19 to 20.x, or 22.2 or newer; this is ${process.version}`

describe('the built package under a Node that is too old', () => {
  it.each(['dist/cli.js', 'dist/anvil.js'])('prints one line: %s', (path) => {
    const { status, stdout, stderr } = run(path, '--version')
    expect([status, stdout, stderr]).toEqual([1, '', `error: ${message}\n`])
  })

  it.each([
    ['--input-type=module', "import './dist/index.js'"],
    ['--input-type=module', "import './dist/node-test.js'"],
    ['--input-type=commonjs', "require('./dist/hunt.js')"],
  ])('throws that line: %s %s', (type, code) => {
    const { status, stderr } = run(type, '-e', code)
    expect(status).toBe(1)
    expect(stderr).toContain(`Error: ${message}\n`)
  })
})

it('reads the check in the oldest syntax, before anything else', () => {
  const check = readFileSync('dist/requireNode.js', 'utf8')
  expect(check).not.toMatch(/^(?:import\s|export\s|const\s|let\s)|=>|`|await|\?\.|\?\?/m)
  for (const file of ['cli.js', 'index.js', 'vitest.js']) {
    const [first, second = ''] = readFileSync(`dist/${file}`, 'utf8').split('\n')
    expect(first?.startsWith('#!') ? second : first).toMatch(/^require\("\.\/requireNode\.js"\)/)
  }
})
