import type { ValidateFunction } from 'ajv'
import { beforeAll, describe, expect, test } from 'vitest'
import { forkNames } from '../../../src/chain/protocol/forks.ts'
import { type DialectName, writtenDialects } from '../../../src/endpoint/dialects/dialects.ts'
import type { Chain, ChainSpec } from '../../../src/index.ts'
import { methodSets } from '../../../src/rpc/methods/methodRegistry.ts'
import { serve } from '../../../src/server/serve.ts'
import type { ServedEndpoint } from '../../../src/server/servedEndpoint.ts'
import { type AnsweredCall, callEverything } from '../../support/callEverything.ts'
import { callFilters } from '../../support/callFilters.ts'
import { callState } from '../../support/callState.ts'
import { officialChain, sharedChain } from '../../support/chain.ts'
import { forksFrom } from '../../support/forksFrom.ts'
import { readDocument, Schemas } from '../../support/openRpc.ts'
import { runCalls } from '../../support/runCalls.ts'
import { sized } from '../../support/sized.ts'
import { replayBlocks } from '../../support/traces/replayBlocks.ts'

// Answers are checked against the schemas of the document.

/** Every fork, one every two blocks. */
const forks = forksFrom('chainstart', 2)

const specs: ChainSpec[] = sized(
  [
    { preset: 'eras', forks, blocks: 2 * forkNames.length, transactionsPerBlock: [1, 2] },
    { preset: 'latest', blocks: 16, transactionsPerBlock: [0, 6] },
    { preset: 'pow', forks: { berlin: 0 }, blocks: 4 },
  ],
  [
    { preset: 'eras', blocks: 120 },
    { preset: 'history', blocks: 96 },
    { preset: 'latest', blocks: 24 },
    { preset: 'amsterdam', blocks: 24 },
    { preset: 'pow', blocks: 24 },
    { preset: 'pow', forks: { berlin: 0 }, blocks: 4 },
  ],
)

const dialectNames = writtenDialects.map(({ name }) => name)

interface AskedChain {
  readonly name: string
  readonly make: () => Promise<Chain>
  /** the dialects in which everything is requested */
  readonly dialectNames: readonly DialectName[]
}

const chains: readonly AskedChain[] = [
  ...specs.map((spec) => ({
    name: spec.preset as string,
    make: () => sharedChain(spec),
    dialectNames,
  })),
  // Created by geth, with other traffic than ours.
  {
    name: 'the official chain',
    make: officialChain,
    dialectNames: sized<readonly DialectName[]>(['geth'], dialectNames),
  },
]

const schemasByDialect = new Map<DialectName, Schemas>()

/** Compiled once, because this takes longer than everything else. */
async function schemasOf(dialect: DialectName): Promise<Schemas> {
  const schemas = schemasByDialect.get(dialect) ?? new Schemas(await readDocument({ dialect }))
  schemasByDialect.set(dialect, schemas)
  return schemas
}

/** An example of each shape of answer, by method and dialect. */
const examples = new Map<string, AnsweredCall & { readonly dialect: DialectName }>()
const nulls = new Set<string>()

/** The first answer that does not match its description, by chain and dialect; undefined if all match. */
const wrong = new Map<string, object | undefined>()

// Not in the tests, which may run in any order.
beforeAll(async () => {
  for (const { name, make, dialectNames } of chains) {
    const chain = await make()
    // Without a limit of time for calls, because other processes may be busy.
    const server = await serve(chain, { port: 0, callTimeout: 0 })
    for (const dialect of dialectNames) {
      const endpoint = server.endpoint(`in-${dialect}`, { dialect })
      wrong.set(`${name} ${dialect}`, await hold(chain, endpoint, dialect))
    }
    await server.close()
  }
})

async function* callAll(chain: Chain, endpoint: ServedEndpoint): AsyncGenerator<AnsweredCall> {
  // First, because its traces have more kinds of members than those of the same shape that follow.
  yield* replayBlocks(chain, endpoint)
  yield* callEverything(chain, endpoint)
  yield* callFilters(endpoint)
  yield* callState(chain, endpoint)
  yield* runCalls(endpoint)
}

/** Requests everything from an endpoint, and stores examples of its answers. */
async function hold(
  chain: Chain,
  endpoint: ServedEndpoint,
  dialect: DialectName,
): Promise<object | undefined> {
  const schemas = await schemasOf(dialect)
  let wrong: object | undefined
  for await (const call of callAll(chain, endpoint)) {
    const { method, params, result, error } = call
    if (error !== undefined) continue
    const isDescribed = schemas.result(method)
    if (!isDescribed(result)) wrong ??= { method, params, result, errors: isDescribed.errors }
    if (result === null) nulls.add(method)
    if (isTrace(method)) continue
    const shape = `${dialect} ${method} ${JSON.stringify(shapeOf(result))}`
    if (!examples.has(shape)) examples.set(shape, { ...call, dialect })
  }
  return wrong
}

describe.each(chains)('$name', ({ name, dialectNames }) => {
  test.each(dialectNames)('matches the description in %s', (dialect) => {
    expect(wrong.has(`${name} ${dialect}`)).toBe(true)
    expect(wrong.get(`${name} ${dialect}`)).toBeUndefined()
  })
})

/** The part of an answer that determines its schema. */
function shapeOf(result: unknown): unknown {
  if (Array.isArray(result)) return result.slice(0, 1).map(shapeOf)
  if (typeof result !== 'object' || result === null) return typeof result
  const { type, transactions, logs, hash, blockHash, to } = result as Record<string, unknown>
  const inside = [transactions, logs].map((list) => Array.isArray(list) && typeof list[0])
  const isNull = [hash, blockHash, to].map((value) => value === null)
  return [Object.keys(result).sort().join(), type, inside, isNull]
}

/** Methods whose results depend on the tracer, which their descriptions leave open. */
const isTrace = (method: string) => method.startsWith('debug_trace')

describe('coverage', () => {
  test('includes every method', () => {
    const asked = new Set([...examples.values()].map(({ method }) => method))
    const described = [...methodSets.all.keys()].filter((method) => !isTrace(method))
    expect(asked).toEqual(new Set(described))
  })

  test('includes null exactly where the document allows it', async () => {
    const schemas = await schemasOf('infura')
    const nullable = [...methodSets.all.keys()].filter((method) => schemas.result(method)(null))
    expect([...nulls].sort()).toEqual(nullable.sort())
  })

  test.each(writtenDialects)('includes each kind of object in $name', async ({ name }) => {
    const { schemas } = (await readDocument({ dialect: name })).components
    const compiled = await schemasOf(name)
    const objects = [...examples.values()]
      .filter(({ dialect }) => dialect === name)
      .flatMap(({ result }) => objectsIn(result))
    const unseen = Object.entries(schemas).filter(([, schema]) => {
      const isSuch = compiled.compile(schema)
      return schema.type === 'object' && !objects.some((object) => isSuch(object))
    })
    expect(unseen.map(([kind]) => kind)).toEqual([])
  })
})

describe('a description', () => {
  test.each(writtenDialects)('detects any change in $name', async ({ name }) => {
    const schemas = await schemasOf(name)
    const few = [...examples.values()].filter(
      ({ dialect, method }) =>
        dialect === name && !showsAnything.has(method) && !method.startsWith('ots_'),
    )
    const unnoticed = new Set<string>()
    for (const { method, result } of few) {
      if (typeof result !== 'object' || result === null) continue
      // Takes long for large answers.
      if (JSON.stringify(result).length > sized(8000, 30_000)) continue
      for (const change of unnoticedChanges(result, schemas.result(method))) unnoticed.add(change)
    }
    expect([...unnoticed].sort()).toEqual([...(optional[name] ?? []), ...sized([], inLarge)].sort())
  })

  test('detects a value that is no object', async () => {
    const schemas = await schemasOf('infura')
    for (const method of methodSets.all.keys()) {
      expect(schemas.result(method)('not this')).toBe(method === 'web3_clientVersion')
      expect(schemas.result(method)(1)).toBe(method === 'ots_getApiLevel')
      expect(schemas.result(method)(true)).toBe(
        ['net_listening', 'eth_uninstallFilter', 'eth_mining', 'ots_hasCode'].includes(method),
      )
      const isAny = method === 'ommer_inDialect'
      const isOneTrace = isTrace(method) && !method.includes('Block')
      expect(schemas.result(method)({})).toBe(isAny || isOneTrace)
    }
  })
})

/**
 * The methods whose results are about the server itself, or show what clients have sent and were answered. Those of
 * Otterscan have blocks, transactions and receipts of other methods, with some fields left out.
 */
const showsAnything = new Set([
  // Its headers are those of `newHeads`, which eth_subscribe.test.ts compares.
  'debug_executionWitness',
  'rpc.discover',
  'ommer_explorer',
  'ommer_inDialect',
  'ommer_requests',
  'ommer_request',
  'rpc_modules',
])

/** Members that may be omitted or null, as far as a single object shows. */
const always = [
  // The receipt of a call would have no contract address instead; a transaction shows nothing else about this.
  ...['0x0', '0x1', '0x2'].map((type) => `to = null in type ${type}`),
  // No field depends on those of the latest fork.
  'without baseFeePerGas',
  'without requestsHash',
  // The first block of Amsterdam in a simulation has no slot; only the small test has that block.
  ...sized(['without blockAccessListHash'], []),
  'without slotNumber',
  // Shanghai added nothing else to a header alone.
  'without withdrawalsRoot',
  // Any number may be that of a configuration, and any up to 1 a ratio of gas.
  ...['activationTime', 'target', 'max', 'baseFeeUpdateFraction', 'item'].map(
    (name) => `${name} = 1`,
  ),
  // Before Shanghai forks have no configuration, before Osaka not this contract; a fee history has tips only if percentiles are given.
  'current = null',
  ...sized([], ['without P256VERIFY']),
  'without reward',
  // Any text may be the message of a call that failed.
  'message = "x"',
  // A trace may be of any block, and its transaction may have failed for any reason; the others are as requested.
  ...['call', 'create', 'reward'].map((type) => `blockNumber = 1 in type ${type}`),
  ...['call', 'create'].map((type) => `transactionPosition = 1 in type ${type}`),
  ...['call', 'create'].flatMap((type) =>
    ['subtraces = 1', 'result = null'].map((change) => `${change} in type ${type}`),
  ),
  'error = "x" in type call',
  'without error in type call',
  'stateDiff = null',
  'stateDiff = {}',
  'storage = {}',
  'vmTrace = null',
  'without an address',
]

/** The same in large answers, which only the full test checks: traces of operations, and of a SELFDESTRUCT. */
const inLarge = [
  'cost = 1',
  'ex = null',
  'mem = null',
  'off = 1',
  'op = "x"',
  'pc = 1',
  'used = 1',
  ...['blockNumber', 'transactionPosition'].map((name) => `${name} = 1 in type suicide`),
]
/** An access list says why the call failed, in any words. */
const ofFailedCalls = ['without error', 'error = "x"']
const inNodes = [...always, 'without chainId in type 0x0']
const inGeth = [...inNodes, ...ofFailedCalls]
const optional: Readonly<Partial<Record<DialectName, readonly string[]>>> = {
  infura: [...always, ...ofFailedCalls],
  geth: inGeth,
  besu: [...inGeth, 'without totalDifficulty'],
  anvil: [
    ...inNodes,
    ...[0, 1, 2, 3, 4].map((type) => `blockTimestamp = 1 in type 0x${type}`),
    // Before Cancun there is none.
    ...[0, 1, 2, 4].map((type) => `without blobGasPrice in type 0x${type}`),
  ],
}

/** Changes to an answer that still match the description. */
function unnoticedChanges(answer: object, isDescribed: ValidateFunction): string[] {
  const unnoticed: string[] = []
  const changed = structuredClone(answer)
  const attempt = (holder: object, change: string) => {
    const type = 'type' in holder ? ` in type ${holder.type}` : ''
    if (isDescribed(changed)) unnoticed.push(change + type)
  }
  for (const [holder, name, value] of membersOf(changed)) {
    const isList = Array.isArray(holder)
    const label = isList ? 'item' : name.replace(/^0x[0-9a-f]{40}$/, 'an address')
    // An empty list is still a list.
    for (const other of [null, 1, true, 'x', {}, ...(Array.isArray(value) ? [] : [[]])]) {
      if (other === value) continue
      holder[name] = other
      attempt(holder, `${label} = ${JSON.stringify(other)}`)
    }
    if (!isList) {
      delete holder[name]
      attempt(holder, `without ${label}`)
      holder.undocumented = value
      holder[name] = value
      attempt(holder, `with a field beside ${label}`)
      delete holder.undocumented
    }
    holder[name] = value
  }
  return unnoticed
}

/** Every member of every nested object and list, with the object or list that contains it. */
function* membersOf(
  holder: object,
): Generator<[holder: Record<string, unknown>, name: string, value: unknown]> {
  for (const [name, value] of Object.entries(holder)) {
    yield [holder as Record<string, unknown>, name, value]
    if (typeof value === 'object' && value !== null) yield* membersOf(value)
  }
}

function objectsIn(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return []
  const inside = Object.values(value).flatMap(objectsIn)
  return Array.isArray(value) ? inside : [value, ...inside]
}
