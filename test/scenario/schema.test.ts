import { readdirSync, readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { schemaFiles } from '../../scripts/schemas/schemaFiles.ts'
import { resolveScenario } from '../../src/scenario/resolveScenario.ts'
import { ScenarioError } from '../../src/scenario/scenarioError.ts'

// Editors check scenarios by the published schema. It is generated from the schema of our own code, but cannot contain
// the checks that are written as functions, so the two must be compared.

const schema = JSON.parse(readFileSync('scenarios/scenario.schema.json', 'utf8'))
const isValid = new Ajv2020({ allowUnionTypes: true }).compile(schema)

/** A scenario with every field, every step and every fault. */
const whole = {
  $schema: 'scenario.schema.json',
  description: 'all there is',
  seed: 'whole',
  spec: {
    blocks: 8,
    preset: 'latest',
    forks: { london: 0, paris: 0, shanghai: { timestamp: 0 } },
    transactionsPerBlock: [1, 4],
    traffic: { 'token-transfer': 3, burst: 0 },
    uncleRate: [1, 8],
    blockSeconds: [1, 26],
    gasLimit: 6_000_000,
    accounts: 10,
    finality: { safe: 2, finalized: 4 },
    chainId: 1337,
  },
  endpoints: [
    {
      key: 'a',
      dialect: 'geth',
      head: 4,
      finality: 'stalled',
      faults: [
        {
          methods: ['eth_chainId', 'eth_blockNumber'],
          blocks: { from: 1, to: 3 },
          transport: ['http', 'inProcess'],
          calls: { from: 1, to: 9, every: 2 },
          times: 3,
          together: true,
          rate: [1, 3],
          fault: { kind: 'latency', milliseconds: [1, 2] },
        },
        {
          methods: 'eth_chainId',
          blocks: [1, 2],
          transport: 'http',
          calls: [1, 2],
          fault: { kind: 'timeOut' },
        },
        {
          blocks: 1,
          calls: 1,
          fault: { kind: 'rateLimit', style: 'inBody', retryAfterSeconds: 2 },
        },
        { fault: { kind: 'latency', milliseconds: 5 } },
        { fault: { kind: 'serverError', status: 503 } },
        { fault: { kind: 'reset', when: 'midAnswer' } },
        ...[
          'cutOff',
          'malformed',
          'wrongId',
          'missingId',
          'null',
          'otherBranchReceipts',
          'noSideBlocks',
          'lostTransaction',
        ].map((kind) => ({ fault: { kind } })),
        { fault: { kind: 'staleHead', blocks: 2 } },
        { fault: { kind: 'previousBlock' } },
        { fault: { kind: 'error', code: -32000, message: 'no', data: { any: [1] } } },
        { fault: { kind: 'corrupt', what: 'logsBloom' } },
        { fault: { kind: 'corrupt', field: '[0].logs[1].data', value: null } },
        { fault: { kind: 'batchReordered' } },
        { fault: { kind: 'batchShortened', by: 2 } },
        { fault: { kind: 'batchOneError', code: -1, message: 'no' } },
        { fault: { kind: 'socketClosed', atBlock: 4, code: 1001 } },
        { fault: { kind: 'messageDelayed', milliseconds: 3 } },
        { fault: { kind: 'messageDoubled' } },
      ],
    },
    { key: 'b', lag: { behind: 'a', blocks: 1 }, finality: { safe: 1, finalized: 2 } },
  ],
  truth: 'b',
  steps: [
    { waitFor: { method: ['eth_getLogs'], block: 'head', calls: 2 }, endpoint: 'b' },
    { waitFor: { method: 'eth_getBlockByHash', block: 3 } },
    { mine: 2 },
    { mine: { count: 2, secondsBetween: 12, timestamp: 2_000_000_000 } },
    { advanceTo: 12 },
    { advanceTo: `0x${'ab'.repeat(32)}` },
    { reorg: { depth: 2, length: 3, force: true } },
    { rollback: 1 },
    { snapshot: 'one' },
    { revert: 'one' },
    { increaseTime: 5 },
    { setNextBlockTimestamp: 2_000_000_000 },
    { setFinality: { safe: 1, finalized: 2 } },
    { setFinality: 'absent' },
    { lag: { behind: 'b', blocks: 2 } },
    { setFaults: [{ fault: { kind: 'null' } }] },
    { clearFaults: true },
  ],
}

/** Rules that depend on other fields, which JSON Schema cannot express. */
const BEYOND_SCHEMA =
  /^(spec\.(forks\..+|\w+\[1\]|\w+\[0\]|finality\.finalized)|truth|endpoints\[\d\]\.(key|head|lag\.behind|finality\.finalized)|steps\[\d+\]\.(endpoint|waitFor\.block|revert|lag\.behind|setFinality\.finalized)|.*\.(to|rate|transport|blocks|calls|methods|milliseconds))$/

type Json = Record<string, unknown>

const wrongValues = [null, 'nonsense', -1, 0, 1.5, 2 ** 60, true, [], { x: 1 }]

/** Copies of a value with one difference each. */
function* variants(value: unknown): Generator<unknown> {
  yield* wrongValues
  if (typeof value !== 'object' || value === null) return
  const copyWith = (name: string, changed: unknown) =>
    Array.isArray(value)
      ? value.with(Number(name), changed)
      : { ...(value as Json), [name]: changed }
  for (const [name, child] of Object.entries(value)) {
    if (!Array.isArray(value)) {
      const { [name]: _, ...rest } = value as Json
      yield rest
    }
    for (const variant of variants(child)) yield copyWith(name, variant)
  }
  if (!Array.isArray(value)) yield { ...value, unheardOf: 1 }
}

function problemOf(scenario: unknown): ScenarioError | undefined {
  try {
    resolveScenario(scenario, { file: 'file.yaml', lineOf: () => undefined })
    return undefined
  } catch (error) {
    if (error instanceof ScenarioError) return error
    throw error
  }
}

it('accepts the same scenarios as our own validation', () => {
  expect([isValid(whole), isValid.errors, problemOf(whole)]).toEqual([true, null, undefined])
  const disagreements = new Set<string>()
  let [refused, accepted] = [0, 0]
  for (const variant of variants(whole)) {
    const problem = problemOf(variant)
    if (problem !== undefined) expect(problem.message).toMatch(/^file\.yaml: [^\n]+$/)
    if (isValid(variant)) {
      accepted++
      if (problem === undefined || BEYOND_SCHEMA.test(problem.path)) continue
      disagreements.add(`the schema accepts what is refused: ${problem.message}`)
    } else {
      refused++
      if (problem !== undefined) continue
      const [error] = isValid.errors ?? []
      disagreements.add(`the schema alone refuses ${error?.instancePath}: ${error?.message}`)
    }
  }
  expect([...disagreements]).toEqual([])
  expect(refused).toBeGreaterThan(1000)
  expect(accepted).toBeGreaterThan(100)
})

/** The paths of all nested values. */
function* pathsOf(value: unknown): Generator<readonly string[]> {
  yield []
  if (typeof value !== 'object' || value === null) return
  for (const [name, child] of Object.entries(value)) {
    for (const path of pathsOf(child)) yield [name, ...path]
  }
}

function changed(value: unknown, [name, ...rest]: readonly string[], to: unknown): unknown {
  if (name === undefined) return to
  // An earlier change may have replaced the parent.
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return value
  const child = changed((value as Json)[name], rest, to)
  return Array.isArray(value)
    ? value.with(Math.min(Number(name), value.length - 1), child)
    : { ...value, [name]: child }
}

it('accepts the same with any other members', () => {
  const paths = [...pathsOf(whole)]
  const rightAt = (path: readonly string[]) =>
    path.reduce((at, name) => (at as Json)[name] as never, whole)
  const anything = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.integer({ min: -2, max: 1_000_002 }),
    // A value that is valid at another path.
    fc.constantFrom(...paths).map(rightAt),
  )
  const changes = fc.array(fc.tuple(fc.constantFrom(...paths.slice(1)), anything), {
    minLength: 1,
    maxLength: 3,
  })
  const property = fc.property(changes, (list) => {
    const scenario = list.reduce<unknown>((at, [path, to]) => changed(at, path, to), whole)
    const problem = problemOf(scenario)
    expect(problem?.message ?? '').not.toMatch(/\p{Cc}/u)
    const isSaid = problem !== undefined && !BEYOND_SCHEMA.test(problem.path)
    if (isValid(scenario)) expect(isSaid && problem.message).toBe(false)
    else expect([isValid.errors, problem]).not.toEqual([isValid.errors, undefined])
  })
  fc.assert(property, { numRuns: 500 })
})

it.each([...schemaFiles()])('is up to date: %s', (path, text) => {
  expect(readFileSync(path, 'utf8'), 'npm run schemas writes it anew').toBe(text)
})

const files = readdirSync('scenarios').filter((file) => file.endsWith('.yaml'))

it.each(files)('accepts %s', (file) => {
  isValid(parse(readFileSync(`scenarios/${file}`, 'utf8')))
  expect(isValid.errors).toBeNull()
})
