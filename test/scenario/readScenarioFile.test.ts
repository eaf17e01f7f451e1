import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { packagedNames } from '../../src/scenario/packagedScenarios.ts'
import { readScenarioFile } from '../../src/scenario/readScenarioFile.ts'
import { resolveScenario } from '../../src/scenario/resolveScenario.ts'
import { linkToDevice, makePipe } from '../support/specialFiles.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'
import { turnsDuring } from '../support/turnsDuring.ts'

const folder = temporaryFolder()

/** Nine aliases of nine aliases, and so on: millions of values in a few lines. */
function bomb(): string {
  const nine = (name: string) => Array(9).fill(name).join(', ')
  const lines = ['a', 'b', 'c', 'd', 'e'].map(
    (name, place, names) =>
      `${name}: &${name} [${nine(place === 0 ? 'x' : `*${names[place - 1]}`)}]`,
  )
  return [...lines, 'steps: [*e]'].join('\n')
}

/** Lines, numbered from 0. */
function numbered(count: number, line: (number: number) => string): string {
  return Array.from({ length: count }, (_, number) => line(number)).join('\n')
}

async function problemOf(text: string | Buffer): Promise<string> {
  const file = join(folder, 'scenario.yaml')
  writeFileSync(file, text)
  try {
    await readScenarioFile(file)
    return 'none'
  } catch (error) {
    expect(error).toMatchObject({ code: 'INVALID_SCENARIO', file })
    const { message } = error as Error
    expect(message.startsWith(`${file}: `)).toBe(true)
    // The line is checked below.
    return message.slice(file.length + 2).replace(/^line \d+: /, '')
  }
}

type Row = [text: string | Buffer, problem: string | RegExp]

const wrongFiles: Row[] = [
  ['', 'the file is empty: want at least steps'],
  ['# steps: []', 'the file is empty: want at least steps'],
  [
    'steps: []\n---\nsteps: []',
    'line 2, column 1: another document begins here: a file is one scenario',
  ],
  [
    '%YAML 1.1\n---\nsteps: [{ clearFaults: yes }]',
    'it declares YAML 1.1: want YAML 1.2, without that directive',
  ],
  ['seed: !secret x\nsteps: []', 'line 1, column 7: Unresolved tag: !secret'],
  ['spec: !!omap [blocks: 3]\nsteps: []', /^line 1, column 7: Unresolved tag: .*omap/],
  ['seed: !!binary aGk=\nsteps: []', /^line 1, column 7: Unresolved tag: .*binary/],
  ['steps:\n\t- mine: 1', 'line 2, column 1: Tabs are not allowed as indentation'],
  [`steps: ${'['.repeat(20_000)}`, /^line 1, column \d+: it is nested too deeply$/],
  ['steps: [*s]', /^Unresolved alias/],
  ['steps: &s [*s]', 'steps[0]: a list is not an object such as { mine: 1 }'],
  [`steps: []\n${'? '.repeat(100_000)}`, /^line 2, column \d+: it is nested too deeply$/],
  [
    `steps: []\nspec:\n${numbered(1001, (n) => `  k${n}: 1`)}`,
    'line 3, column 3: this map has more than 1000 keys',
  ],
  [`seed: &a 1\nsteps:\n${numbered(1001, () => '- *a')}`, 'it has more than 1000 aliases'],
  [`steps:\n${numbered(200_000, () => '  - mine: 1')}`, 'it has more than 1000000 words and signs'],
  [' '.repeat(4_194_305), 'cannot be read: it has more than 4194304 bytes'],
  [bomb(), /^Excessive alias count/],
  [Buffer.from('seed: "\xff"\nsteps: []', 'latin1'), /^cannot be read: .*utf-8/],
  [Buffer.from('\ufeffsteps: []', 'utf16le'), /^cannot be read: .*utf-8/],
  ['seed: .nan\nsteps: []', 'seed: NaN is neither a safe integer nor a string'],
  ['__proto__: {}\nsteps: []', /^__proto__: there is no such field/],
  ['seed:x\nsteps: []', /^line 1, column 1: .*; is a space missing after a colon\?$/],
  ['steps: []\nseed:x', /^line 2, column 1: .*; is a space missing after a colon\?$/],
  ['steps: [', /^line 1, column \d+: /],
  ['steps: []\nsteps: []', 'line 2, column 1: Map keys must be unique'],
  ['steps: 1', 'steps: want a list of steps'],
  ['- mine: 1', 'a list is not an object such as { steps: [] }'],
  ['spec: 12\nsteps: []', 'spec: 12 is not an object such as { blocks: 12 }'],
  ['seed: 1', 'steps: want a list of steps'],
  ['step: []', /^step: there is no such field; those known are: /],
  ['spec: { seed: 1 }\nsteps: []', 'spec.seed: it belongs beside spec, not inside it'],
  [
    'spec: { blocks: many }\nsteps: []',
    "spec.blocks: 'many' is not a whole number from 0 to 1000000",
  ],
  ['endpoints: [{ key: a }, { key: a }]\nsteps: []', "endpoints[1].key: 'a' is used twice"],
  [
    'endpoints: [{ key: a, lag: { behind: b, blocks: 1 } }, { key: b }]\nsteps: []',
    "endpoints[0].lag.behind: 'b' is none of the endpoints before it: there are none",
  ],
  [
    'spec: { blocks: 3 }\nendpoints: [{ key: a, head: 4 }]\nsteps: []',
    'endpoints[0].head: 4 is above the head of the chain, 3',
  ],
  [
    'endpoints: [{ key: a, faults: [{ fault: { kind: nul } }] }]\nsteps: []',
    /^endpoints\[0\]\.faults\[0\]\.fault\.kind: 'nul' is none of: /,
  ],
  [
    'steps: [{ mine: 1, rollback: 1 }]',
    /^steps\[0\]: want exactly one of waitFor, restartClient, mine,/,
  ],
  [
    `steps: [{ advanceTo: 0x${'a'.repeat(64)} }]`,
    'steps[0].advanceTo: want the number of a block, or in quotes its hash, in lower case',
  ],
]

/** Of the first step, whose path precedes the problem. */
const wrongSteps: Row[] = [
  ['"min\\ne\\e[31m": 1', /^min e \[31m: there is no such step/],
  ['mine: "a\\nb"', "mine: 'a b' is not a whole number from 1 to 1000000"],
  ['mine: 1000001', 'mine: 1000001 is not a whole number from 1 to 1000000'],
  [
    'waitFor: { method: eth_getBlockByNumbr }',
    /^waitFor\.method: 'eth_getBlockByNumbr' is none of \d+ known; did you mean eth_getBlockByNumber\?$/,
  ],
  [
    'waitFor: { method: [eth_chainId, eth_subscribe], block: 3 }',
    'waitFor.block: eth_chainId, eth_subscribe: its calls name no block',
  ],
  ['lag: { behind: dev, blocks: 1 }', "lag.behind: 'dev' would lag behind itself"],
  ['increaseTime: 60s', /increaseTime: want a number of seconds without .*such as 60$/],
  ['mine: { count: 1, secondsBetween: 2s }', /secondsBetween: want a number of seconds/],
  [
    'waitFor: { block: latest }',
    "waitFor.block: 'latest' is neither the number of a block nor head",
  ],
  [
    'setFinality: { safe: 3, finalized: 2 }',
    'setFinality.finalized: safe, 3 blocks behind the head, is further behind than finalized, 2',
  ],
  ['reorg: 3', 'reorg: 3 is not an object of depth, length, transactions, force, or of to, force'],
  ['min: 1', /^min: there is no such step; those known/],
  ['mine: 1, endpoint: b', "endpoint: 'b' is none of: dev"],
  ['revert: one }, { snapshot: one', "revert: endpoint 'dev' has no earlier snapshot 'one'"],
  [
    'setFaults: [{ fault: { kind: serverError, status: 200 } }]',
    'setFaults[0].fault.status: 200 is none of: 500, 502, 503, 504',
  ],
  [
    'setFaults: [{ fault: { kind: null } }]',
    "setFaults[0].fault.kind: null is not a string; want the kind of that name in quotes: 'null'",
  ],
  ['lag: { behind: dev }', 'lag.blocks: it is missing; want a whole number of at least 0'],
  ['clearFaults:', 'clearFaults: null is not true'],
  [
    'setFaults: [{ methods: eth_getLog, fault: { kind: reset } }]',
    "setFaults[0].methods: there is no method 'eth_getLog'; did you mean eth_getLogs?",
  ],
]

async function expectProblem(text: string | Buffer, problem: string | RegExp, path = '') {
  const found = await problemOf(text)
  expect(found.startsWith(path)).toBe(true)
  if (typeof problem === 'string') expect(found).toBe(`${path}${problem}`)
  else expect(found.slice(path.length)).toMatch(problem)
  expect(found).not.toMatch(/\p{Cc}/u)
}

it.each(wrongFiles)('describes the error in one line: %j', async (text, problem) => {
  await expectProblem(text, problem)
})

it.each(wrongSteps)('describes the error of a step in one line: %j', async (step, problem) => {
  await expectProblem(`steps: [{ ${step} }]`, problem, 'steps[0].')
})

const manyLines = [
  'seed: 1',
  'spec:',
  '  blocks: 4',
  'endpoints: [{ key: a },',
  '  { key: b }]',
  'steps:',
  '  - mine: &one 1',
  '  - reorg:',
  '      depth: 2',
  '  - setFaults: &faults',
  '      - fault:',
  '          kind: error',
  '          code: 1',
  '          message: x',
  '  - setFaults: *faults',
]

it.each([
  ['depth: 2', 'deep: 2', 9],
  ['depth: 2', 'depth: two', 9],
  ['mine: &one 1', 'min: 1', 7],
  ['mine: &one 1', 'one', 7],
  ['{ key: b }', '{ key: a }', 5],
  ['blocks: 4', 'blocks: many', 3],
  ['seed: 1', 'sed: 1', 1],
  ['seed: 1', 'seed: null', 1],
  // A missing field is reported at its parent.
  ['kind: error', '# kind', 11],
  ['          message: x', '', 11],
  ['steps:', 'step:', 6],
] as const)('names the line: %s, %s', async (right, wrong, line) => {
  const file = join(folder, 'lines.yaml')
  writeFileSync(file, manyLines.join('\n'))
  await readScenarioFile(file)
  writeFileSync(file, manyLines.join('\n').replace(right, wrong))
  await expect(readScenarioFile(file)).rejects.toMatchObject({
    file,
    line,
    message: expect.stringContaining(`lines.yaml: line ${line}: `),
  })
})

it('names no line for an error of the whole, or without a file', async () => {
  const file = join(folder, 'whole.yaml')
  writeFileSync(file, '- mine: 1')
  await expect(readScenarioFile(file)).rejects.toMatchObject({ line: undefined })
  expect(() => resolveScenario({ steps: [1] })).toThrow(/^steps\[0\]: 1 is not an object/)
})

it.each([
  ['\ufeffseed: 0x10\r\nsteps: [{ mine: 0o2 }]\r\n', { seed: 16, steps: [{ what: 2 }] }],
  // YAML 1.2 has no dates, no `yes`, and no octal numbers with a leading 0.
  ['seed: 2024-01-01\nsteps: []', { seed: '2024-01-01' }],
  ['seed: yes\nsteps: [{ mine: 010 }]', { seed: 'yes', steps: [{ what: 10 }] }],
  ['---\n"steps": [{ "mine": 1, }]\n...\n', { steps: [{ what: 1 }] }],
  [
    'endpoints: [{ key: a, faults: &f [{ fault: { kind: timeOut } }] }, { key: b, faults: *f }]\nsteps: []',
    { endpoints: [{ key: 'a' }, { key: 'b', faults: [{ fault: { kind: 'timeOut' } }] }] },
  ],
])('reads values as YAML 1.2 does: %j', async (text, scenario) => {
  const file = join(folder, 'right.yaml')
  writeFileSync(file, text)
  expect(await readScenarioFile(file)).toMatchObject(scenario)
})

it('accepts objects without a prototype', () => {
  const bare = (fields: object) => Object.assign(Object.create(null), fields)
  const steps = [
    bare({ mine: bare({ count: 1 }) }),
    bare({ setFaults: [bare({ fault: bare({ kind: 'null' }) })] }),
  ]
  expect(resolveScenario(bare({ steps })).steps).toMatchObject([
    { name: 'mine' },
    { name: 'setFaults' },
  ])
})

it('fills in defaults', () => {
  expect(resolveScenario({ steps: [{ mine: 1 }] })).toEqual({
    seed: 'ommer',
    spec: {},
    chains: {},
    endpoints: [{ key: 'dev' }],
    truths: ['dev'],
    steps: [{ name: 'mine', what: 1, endpoint: 'dev' }],
  })
})

it.each([
  ['a pipe that nobody writes to', makePipe],
  ['a link to a device without end', linkToDevice],
])('refuses %s', async (_, make) => {
  const file = join(folder, 'special.yaml')
  make(file)
  await expect(readScenarioFile(file)).rejects.toMatchObject({
    code: 'INVALID_SCENARIO',
    message: `${file}: cannot be read: it is not a regular file`,
  })
})

it('yields while it reads a long file, and stops on the signal', async () => {
  const file = join(folder, 'long.yaml')
  writeFileSync(file, `steps:\n${numbered(5000, () => '  - mine: 1')}`)
  let steps: number | undefined
  const turns = await turnsDuring(async () => {
    steps = (await readScenarioFile(file)).steps.length
  })
  expect(steps).toBe(5000)
  // Reading the file alone takes fewer.
  expect(turns).toBeGreaterThan(20)
  const stop = new AbortController()
  const reason = new Error('told to stop')
  setImmediate(() => stop.abort(reason))
  await expect(readScenarioFile(file, stop.signal)).rejects.toBe(reason)
})

describe('the name of a scenario of the package', () => {
  it.each(packagedNames())('means its file: %s', async (name) => {
    expect(await readScenarioFile(name)).toEqual(await readScenarioFile(`scenarios/${name}.yaml`))
  })

  it('means it also where a file has that name', async () => {
    const before = process.cwd()
    process.chdir(folder)
    onTestFinished(() => process.chdir(before))
    writeFileSync('rate-limit', 'steps: [{ mine: 7 }]')
    expect((await readScenarioFile('rate-limit')).seed).toBe('rate-limit')
    expect((await readScenarioFile('./rate-limit')).steps).toEqual([
      expect.objectContaining({ name: 'mine' }),
    ])
    writeFileSync('of-my-own', 'steps: [{ mine: 7 }]')
    expect((await readScenarioFile('of-my-own')).steps).toHaveLength(1)
  })

  it.each([
    [
      'three-block-reorgs',
      `there is no such file, and there is no such scenario of the package; those known are: ${packagedNames().join(', ')}; did you mean three-block-reorg?`,
    ],
    ['Rate-Limit', /^there is no such file, and there is no such .*did you mean rate-limit\?$/],
    ['rate-limit.yaml', 'there is no such file; want rate-limit, a scenario of the package?'],
    ['x/y\\rate-limit.yml', 'there is no such file; want rate-limit, a scenario of the package?'],
    ['./rate-limits', 'there is no such file'],
    ['mine.yaml', 'there is no such file'],
  ])('is suggested for %s', async (source, problem) => {
    const error = await readScenarioFile(source).catch((reason: Error) => reason)
    expect(error).toMatchObject({ code: 'INVALID_SCENARIO', file: source })
    expect((error as Error).message.slice(`${source}: `.length)).toMatch(problem)
  })
})

it('reads lines that end as on Windows, and counts them', async () => {
  const file = join(folder, 'windows.yaml')
  const text = readFileSync('scenarios/three-block-reorg.yaml', 'utf8')
  writeFileSync(file, text.replaceAll('\n', '\r\n'))
  expect(await readScenarioFile(file)).toEqual(await readScenarioFile('three-block-reorg'))
  writeFileSync(file, 'seed: a\r\nsteps:\r\n  - mine: 0\r\n')
  await expect(readScenarioFile(file)).rejects.toMatchObject({ line: 3, path: 'steps[0].mine' })
})
