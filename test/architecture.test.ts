import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { lint } from './support/lint.ts'

const LAYER = /^plugin: This folder may not import/
const ROOM = /^plugin: This room may not import/
const CHANCE = /^plugin: Chance, locale and engine/
const GLOBAL = /^lint\/style\/noRestrictedGlobals/
const LENGTH = /^lint\/complexity\/noExcessiveLinesPerFunction/
const PACKED = /^plugin: Write the items without spreading/
const CRYPTO = /^lint\/style\/noRestrictedImports/

/** The lint rule that refuses a line of code in a folder. */
const refused: [rule: RegExp, folder: string, line: string][] = [
  [PACKED, 'server', "export const packed = [...['a', 'b'], 'c']"],
  [PACKED, 'server', "export const packed = [...(['a', 'b'] as const), 'c']"],
  [PACKED, 'chain/store', 'export const packed = { ...{ a: 1, b: 2 }, c: 3 }'],
  // packages
  [LAYER, 'primitives', "import 'node:net'"],
  [LAYER, 'primitives', "import '@ethereumjs/rlp'"],
  [LAYER, 'chain', "import 'express'"],
  [LAYER, 'chain', "import 'ws'"],
  [LAYER, 'chain', "import 'commander'"],
  [LAYER, 'chain', "import 'node:crypto'"],
  [LAYER, 'chain/generate/traffic', "import 'node:fs/promises'"],
  [LAYER, 'chain/generate/traffic/kinds', "import 'hash-wasm'"],
  [LAYER, 'formats', "import 'node:http'"],
  [LAYER, 'formats', "import 'express'"],
  [LAYER, 'endpoint', "import 'node:fs'"],
  [LAYER, 'endpoint', "import 'ws'"],
  [LAYER, 'rpc', "import 'express'"],
  [LAYER, 'rpc', "import 'node:http'"],
  [LAYER, 'server', "import 'commander'"],
  [LAYER, 'cli', "import 'express'"],
  // folders below, and the files of the root
  [LAYER, 'primitives', "import '../chain/spec/spec.ts'"],
  [LAYER, 'chain', "import '../formats/x.ts'"],
  [LAYER, 'chain', "import '../version.ts'"],
  [LAYER, 'chain/generate/traffic', "import '../../../endpoint/endpoint.ts'"],
  [LAYER, 'chain/generate/traffic', "import '../../../index.ts'"],
  [LAYER, 'chain/generate/traffic/kinds', "import '../../../../cli.ts'"],
  [LAYER, 'chain/generate/traffic/kinds', "import '../../../../rpc/method.ts'"],
  [LAYER, 'formats/hive', "import '../../server/serve.ts'"],
  [LAYER, 'endpoint', "import '../formats/x.ts'"],
  [LAYER, 'rpc', "import '../formats/x.ts'"],
  [LAYER, 'server', "import '../formats/x.ts'"],
  [LAYER, 'record', "import '../server/serve.ts'"],
  [LAYER, 'endpoint', "import '../rpc/method.ts'"],
  [LAYER, 'rpc', "import '../serve.ts'"],
  [LAYER, 'rpc/methods', "import '../../server/serve.ts'"],
  [LAYER, 'server', "import '../cli/program.ts'"],
  [LAYER, 'server', "import '../serve.ts'"],
  [LAYER, 'server', "import 'yaml'"],
  [LAYER, 'server', "import '../scenario/step.ts'"],
  [LAYER, 'scenario', "import '../cli/program.ts'"],
  [LAYER, 'scenario', "import '../playScenario.ts'"],
  [LAYER, 'scenario', "import 'express'"],
  [LAYER, 'scenario', "import 'yaml'"],
  [LAYER, 'yaml', "import '../server/serve.ts'"],
  [LAYER, 'cli', "import '../index.ts'"],
  [LAYER, 'drawing', "import '../primitives/hex.ts'"],
  [LAYER, 'explorer/tree', "import '../../server/serve.ts'"],
  [LAYER, 'explorer', "import type { Server } from '../server/serve.ts'"],
  [LAYER, 'explorer/store', "import 'node:fs'"],
  [LAYER, 'server', "import '../explorer/app.tsx'"],
  [LAYER, 'unheardOf', "import '../primitives/hex.ts'"],
  // rooms of chain/
  [ROOM, 'chain/protocol', "import '../spec/spec.ts'"],
  [ROOM, 'chain/state', "import '../genesis/genesis.ts'"],
  [ROOM, 'chain/execution', "import '../generate/plan.ts'"],
  [LAYER, 'moves/kinds', "import '../../rpc/method.ts'"],
  [LAYER, 'moves', "import '@valibot/to-json-schema'"],
  [LAYER, 'testing', "import '../record/recordChain.ts'"],
  [ROOM, 'chain/generate/traffic', "import '../../chain.ts'"],
  [ROOM, 'chain/generate/traffic/kinds', "import '../../../import/importChain.ts'"],
  [ROOM, 'chain/verify', "import '../execution/engine.ts'"],
  [ROOM, 'chain/verify', "import('../state/trie.ts')"],
  [ROOM, 'chain/unheardOf', "import '../protocol/forks.ts'"],
  // every way to import, and every direction
  [LAYER, 'chain', "export * from '../serve.ts'"],
  [LAYER, 'chain', "export type { Server } from '../server/serve.ts'"],
  [LAYER, 'chain', "export type Server = import('../server/serve.ts').Server"],
  [LAYER, 'chain', "await import('../serve.ts')"],
  [LAYER, 'chain', "export const at = (name: string) => import('../' + name)"],
  [LAYER, 'chain', "require('../serve.ts')"],
  [LAYER, 'chain', "import serve = require('../serve.ts')"],
  [LAYER, 'chain', "import './../serve.ts'"],
  [LAYER, 'chain', "import './traffic/../../serve.ts'"],
  [LAYER, 'chain', "import '../primitives/../serve.ts'"],
  [LAYER, 'chain', "import '..'"],
  [LAYER, 'chain', "import '../../package.json' with { type: 'json' }"],
  // functions of more than 70 lines
  [LENGTH, 'rpc', `export function long(): void {\n${'  long()\n'.repeat(71)}}`],
  // chance
  [CRYPTO, 'primitives', "export { randomBytes } from 'node:crypto'"],
  [CRYPTO, 'formats', "export * as crypto from 'node:crypto'"],
  [GLOBAL, 'chain', 'crypto.getRandomValues(new Uint8Array(1))'],
  [CHANCE, 'primitives', 'export const value = Math.random()'],
  [CHANCE, 'chain', 'export const { random } = Math'],
  [CHANCE, 'chain/generate/traffic', "export const value = Math['random']()"],
  [CHANCE, 'formats', 'export const maths = [Math]'],
  [CHANCE, 'chain', 'export const value = Math.floor(Math.random())'],
  [CHANCE, 'chain', 'export const value = Math.sin(1)'],
  // clock
  [GLOBAL, 'primitives', 'export const now = Date.now()'],
  [GLOBAL, 'chain', 'export const now = new Date()'],
  [GLOBAL, 'chain', 'export const { now } = Date'],
  [GLOBAL, 'chain', 'export const now = globalThis.Date.now()'],
  [GLOBAL, 'chain', 'export const now = global.Date.now()'],
  [GLOBAL, 'formats', 'export const now = performance.now()'],
  [GLOBAL, 'chain', 'process.hrtime.bigint()'],
  [GLOBAL, 'chain', 'setTimeout(() => {}, 1)'],
  [GLOBAL, 'chain', 'setInterval(() => {}, 1)'],
  // locale
  [CHANCE, 'chain', 'export const text = [1n].toLocaleString()'],
  [CHANCE, 'chain', "export const text = 'i'.toLocaleUpperCase()"],
  [CHANCE, 'chain', "export const { toLocaleLowerCase } = ''"],
  [CHANCE, 'primitives', "export const order = ['b', 'a'].sort((a, b) => a.localeCompare(b))"],
  [CHANCE, 'chain', "export const compare = ''['localeCompare']"],
  [GLOBAL, 'chain', 'export const format = new Intl.NumberFormat()'],
  // network
  [GLOBAL, 'chain', "await fetch('http://127.0.0.1')"],
]

const allowed: [folder: string, line: string][] = [
  ['rpc', `export function short(): void {\n${'  short()\n'.repeat(70)}}`],
  ['primitives', "import { createHash } from 'node:crypto'"],
  ['primitives', "import './hex.ts'"],
  ['chain', "import '../primitives/hex.ts'"],
  ['chain', "import './generate/traffic/kinds/x.ts'"],
  ['chain', "import '@ethereumjs/rlp'"],
  ['chain/execution', "import '../store/tree.ts'"],
  ['chain/verify', "import '../protocol/forks.ts'"],
  ['chain/generate/traffic', "import '../../spec/spec.ts'"],
  ['chain/generate/traffic', "import '../../../primitives/hex.ts'"],
  ['chain/generate/traffic/kinds', "import '../../../spec/spec.ts'"],
  ['chain/generate/traffic/kinds', "import '../../../../primitives/hex.ts'"],
  ['chain', 'await new Promise((resolve) => setImmediate(resolve))'],
  ['chain', 'export const value = Math.floor(Math.imul(3, 5) / Math.max(1, 2))'],
  ['formats', "import '../chain/spec/spec.ts'"],
  ['formats', "import { createHash } from 'node:crypto'"],
  ['formats/hive', "import 'node:fs/promises'"],
  ['formats', "import '../rpc/method.ts'"],
  ['formats/hive', "import '../../endpoint/endpoint.ts'"],
  ['record', "import '../formats/x.ts'"],
  ['rpc/methods', "import '../../endpoint/endpoint.ts'"],
  ['rpc/openrpc', "import '@valibot/to-json-schema'"],
  ['moves/kinds', "import '../../endpoint/endpoint.ts'"],
  ['testing', "import '../serve.ts'"],
  ['server', "import 'express'"],
  ['server', "await import('./application.ts')"],
  ['server', 'setTimeout(() => {}, 1)'],
  ['formats/cache', "import 'node:v8'"],
  ['scenario', "import '../server/serve.ts'"],
  ['yaml', "import 'yaml'"],
  ['cli', "import '../scenario/play.ts'"],
  ['cli', "import '../playScenario.ts'"],
  ['cli', "import '../serve.ts'"],
  ['cli', "import '../cachedChain.ts'"],
  ['cli', "import 'commander'"],
  ['explorer/tree', "import '../../drawing/treeLayout.ts'"],
  ['explorer/tree', "import { useRef } from 'preact/hooks'"],
]

describe('npm run lint', () => {
  const files = new Map([
    ['src/chain/one.ts', "import './two.ts'"],
    ['src/chain/two.ts', "import './one.ts'"],
    ['src/moves/one.ts', "import type { Two } from './two.ts'\nexport interface One { two: Two }"],
    ['src/moves/two.ts', "import type { One } from './one.ts'\nexport interface Two { one: One }"],
  ])
  const add = (folder: string, line: string) => {
    const path = `src/${folder}/case${files.size}.ts`
    files.set(path, `${line}\nexport {}\n`)
    return path
  }
  const refusedAt = refused.map(([rule, folder, line]) => ({
    rule,
    folder,
    line,
    path: add(folder, line),
  }))
  const allowedAt = allowed.map(([folder, line]) => ({ folder, line, path: add(folder, line) }))
  let errors: Map<string, string[]>
  beforeAll(() => {
    errors = lint(files)
  })

  it.each(refusedAt)('refuses in $folder: $line', ({ rule, path }) => {
    expect(errors.get(path)).toContainEqual(expect.stringMatching(rule))
  })

  it.each(allowedAt)('allows in $folder: $line', ({ path }) => {
    expect(errors.get(path)).toEqual([])
  })

  it('refuses import cycles, except those of types alone', () => {
    for (const path of ['src/chain/one.ts', 'src/chain/two.ts']) {
      expect(errors.get(path)).toEqual([expect.stringContaining('noImportCycles')])
    }
    for (const path of ['src/moves/one.ts', 'src/moves/two.ts']) {
      expect(errors.get(path)).toEqual([])
    }
  })
})

/** Tests of the whole program, which mirror no path. */
const WHOLE_PROGRAM =
  /^(architecture|deploy|docs|github|golden|package|symptoms|browser\/.*)\.test\.ts$/

describe('the repository', () => {
  const sources = filesIn('src').map((path) => ({ path, text: readFileSync(path, 'utf8') }))

  it('has tests in the folders that mirror src', () => {
    const astray = filesIn('test')
      .map((path) => path.slice('test/'.length))
      .filter((path) => path.endsWith('.test.ts') && !WHOLE_PROGRAM.test(path))
      .filter((path) => {
        const folder = /^(examples|scripts|setup-ommer)\//.test(path) ? '' : 'src'
        const source = join(folder, path.replace('.test.ts', '.ts'))
        const testsAFolder = dirname(path) !== '.' && existsSync(dirname(source))
        return !testsAFolder && !existsSync(source)
      })
    expect(astray).toEqual([])
  })

  it('runs every reduced test at full size by a script, too', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      readonly scripts: Readonly<Record<string, string>>
    }
    const patterns = Object.values(scripts).flatMap((script) => {
      const [, after] = /^npm run test:full -- (.+)$/.exec(script) ?? []
      return after?.split(' ') ?? []
    })
    const small = filesIn('test').filter(
      (path) =>
        path.endsWith('.test.ts') && /^import .*\/sized\.ts'$/m.test(readFileSync(path, 'utf8')),
    )
    expect(small.length).toBeGreaterThan(20)
    const left = small.filter((path) => !patterns.some((pattern) => path.includes(pattern)))
    expect(left).toEqual([])
  })

  it('has no barrel except the entry', () => {
    expect(sources.map(({ path }) => path).filter((path) => path.endsWith('index.ts'))).toEqual([
      'src/index.ts',
    ])
  })

  it('disables no lint rule in code that makes the bytes of a chain', () => {
    const lifting = sources.filter(
      ({ path, text }) =>
        /^src\/(primitives|chain|formats)\//.test(path) && text.includes('biome-ignore'),
    )
    expect(lifting.map(({ path }) => path)).toEqual([])
  })
})

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
}
