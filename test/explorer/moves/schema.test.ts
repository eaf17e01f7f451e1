import { toJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { afterAll, describe, expect, it } from 'vitest'
import { createChain } from '../../../src/createChain.ts'
import { type Draft, emptyDraft, valueOfDraft } from '../../../src/explorer/moves/draft.ts'
import { type MoveDescription, movesIn } from '../../../src/explorer/moves/moveCatalog.ts'
import { controlCallOf, stepOf, typeScriptOf } from '../../../src/explorer/moves/moveCode.ts'
import { type Field, fieldOf, type JsonSchema } from '../../../src/explorer/moves/schema.ts'
import { moveGroups } from '../../../src/moves/move.ts'
import { moves as allMoves } from '../../../src/moves/moveRegistry.ts'
import { stepContents } from '../../../src/scenario/stepContents.ts'
import { serve } from '../../../src/server/serve.ts'

const chain = await createChain({ seed: 'forms', blocks: 8, preset: 'latest' })
const server = await serve(chain, { port: 0, dev: true })
const endpoint = server.endpoint('dev')
const document = (await endpoint.request({ method: 'rpc.discover' })) as { methods: unknown[] }
const groups = movesIn(document)
const described = groups.flatMap(({ moves }) => moves)
afterAll(() => server.close())

function move(name: string): MoveDescription {
  const found = described.find((each) => each.name === name)
  if (found === undefined) throw new Error(`no move ${name}`)
  return found
}

/** The options of a union by their labels. */
function option(field: Field, label: string): number {
  if (field.kind !== 'union') throw new Error(`${field.kind} is no union`)
  const index = field.options.findIndex((each) => each.label === label)
  if (index === -1) throw new Error(field.options.map((each) => each.label).join(', '))
  return index
}

describe('movesIn', () => {
  it('finds every move but those that wait for clients', () => {
    const expected = allMoves.filter((each) => !each.waitsForClients).map(({ name }) => name)
    expect(described.map(({ name }) => name).sort()).toEqual(expected.sort())
  })

  it('has them in the groups of moves, and knows which only ask', () => {
    expect(groups.map(({ title }) => title)).toEqual(moveGroups)
    const questions = described.filter(({ isQuestion }) => isQuestion).map(({ name }) => name)
    expect(questions).toEqual(['faultLog', 'unusedFaults', 'mining', 'receivedCounts'])
  })
})

describe('fieldOf', () => {
  it('makes a form without raw JSON for every parameter but JSON itself', () => {
    const rest = described.flatMap(({ name, params }) =>
      params.flatMap(({ schema }) => jsonFields(fieldOf(schema), name)),
    )
    // The seed of faults, the data of an error, and the values of corruptions are any JSON.
    expect(new Set(rest)).toEqual(new Set(['setFaults']))
  })

  it('offers each kind of fault', () => {
    const rules = fieldOf(move('setFaults').params[0]?.schema as JsonSchema)
    const text = JSON.stringify(rules)
    for (const kind of ['latency', 'rateLimit', 'batchReordered', 'staleHead']) {
      expect(text).toContain(`"label":"${kind}"`)
    }
  })

  it('offers what can be typed before what must be looked up', () => {
    const reorg = fieldOf(move('reorg').params[0]?.schema as JsonSchema)
    expect(reorg.kind === 'union' && reorg.options.map(({ label }) => label)).toEqual([
      'depth',
      'to',
    ])
  })
})

function jsonFields(field: Field, name: string): readonly string[] {
  switch (field.kind) {
    case 'json':
      return [name]
    case 'object':
      return field.members.flatMap((member) => jsonFields(member.field, name))
    case 'list':
      return jsonFields(field.item, name)
    case 'tuple':
      return field.items.flatMap((item) => jsonFields(item, name))
    case 'union':
      return field.options.flatMap((each) => jsonFields(each.field, name))
    default:
      return []
  }
}

describe('valueOfDraft', () => {
  it('reads a rule of faults that the server accepts', async () => {
    const field = fieldOf(move('setFaults').params[0]?.schema as JsonSchema)
    const list = field.kind === 'union' ? field.options[0]?.field : undefined
    const rule = list?.kind === 'list' ? list.item : undefined
    const fault = rule?.kind === 'object' && rule.members.find(({ name }) => name === 'fault')
    if (!fault) throw new Error('no fault')
    const chosen = option(fault.field, 'error')
    const draft: Draft = {
      option: 0,
      draft: [
        {
          members: {
            times: '2',
            fault: {
              option: chosen,
              draft: { members: { code: '-32000', message: 'no', kind: '' } },
            },
          },
        },
      ],
    }
    const faults = valueOfDraft(field, draft, 'faults')
    expect(faults).toEqual([{ times: 2, fault: { kind: 'error', code: -32000, message: 'no' } }])
    const endpoint = server.endpoint('dev')
    await endpoint.request({ method: 'ommer_setFaults', params: [faults] })
    await expect(endpoint.request({ method: 'eth_blockNumber' })).rejects.toThrow('no')
    await endpoint.request({ method: 'ommer_setFaults', params: [null] })
  })

  it('says which field is wrong', () => {
    const schema = toJsonSchema(v.object({ count: v.pipe(v.number(), v.integer()) })) as JsonSchema
    const field = fieldOf(schema)
    expect(() => valueOfDraft(field, emptyDraft(field), 'form')).toThrow(
      'count: want a whole number',
    )
    const text = (count: string): Draft => ({ members: { count } })
    expect(() => valueOfDraft(field, text('1.5'), 'form')).toThrow('count')
    expect(valueOfDraft(field, text(' 12 '), 'form')).toEqual({ count: 12 })
  })

  it('sends numbers of up to 32 bytes as hex', () => {
    expect(valueOfDraft({ kind: 'quantity' }, '1000000000000000000', 'wei')).toBe(
      '0xde0b6b3a7640000',
    )
    expect(() => valueOfDraft({ kind: 'quantity' }, '-1', 'wei')).toThrow('wei: want a number')
  })
})

const account = `0x${'aa'.repeat(20)}`

const made: readonly (readonly [name: string, args: readonly unknown[]])[] = [
  ['mine', []],
  ['mine', [2]],
  ['mine', [1, { secondsBetween: 60 }]],
  ['reorg', [{ depth: 1, length: 2 }]],
  ['rollback', [1]],
  ['setFinality', ['stalled']],
  ['setFinality', [{ safe: 1, finalized: 2 }]],
  ['increaseTime', [10]],
  ['setBlockTimestampInterval', [5]],
  ['setBlockTimestampInterval', [null]],
  ['setAutomine', [true]],
  ['setFaults', [[{ methods: 'eth_call', fault: { kind: 'null' } }]]],
  ['setFaults', [null]],
  ['setBalance', [account, '0xde0b6b3a7640000']],
  ['setNonce', [account, 7]],
  ['setCode', [account, '0x6001']],
  ['setStorageAt', [account, '0x1', '0x2']],
  ['loadState', ['0x7b226163636f756e7473223a7b7d7d']],
  ['setCoinbase', [account]],
  ['setBlockGasLimit', ['0x1c9c380']],
  ['setNextBlockBaseFeePerGas', ['0x3b9aca07']],
  ['dropAllTransactions', []],
  ['dropAllTransactions', [account]],
  ['reset', [1]],
  ['snapshot', []],
]

describe('typeScriptOf', () => {
  it.each(made)('writes %s %j as code that runs', async (name, args) => {
    const code = typeScriptOf({ move: move(name), args })
    const run = new Function('endpoint', `return (async () => { return ${code} })()`)
    await expect(run(server.endpoint('dev'))).resolves.not.toThrow()
  })
})

describe('controlCallOf', () => {
  it('names the token, and leaves out what is not given', () => {
    const call = { move: move('setBlockTimestampInterval'), args: [null] }
    expect(controlCallOf(call, 'http://x/control/dev', true)).toBe(
      [
        "curl -s 'http://x/control/dev' \\",
        "  -H 'Content-Type: application/json' \\",
        "  -H 'Authorization: Bearer TOKEN' \\",
        `  -d '{"jsonrpc":"2.0","id":1,"method":"ommer_setBlockTimestampInterval","params":[]}'`,
      ].join('\n'),
    )
  })
})

describe('stepOf', () => {
  it.each(made.filter(([name]) => stepContents.has(name)))(
    'writes %s %j as a step that scenarios accept',
    async (name, args) => {
      const step = stepOf({ move: move(name), args })
      const { parse } = await import('yaml')
      const [parsed] = parse(step ?? '') as readonly Record<string, unknown>[]
      const [[key, value]] = Object.entries(parsed ?? {}) as [[string, unknown]]
      const schema = stepContents.get(key)
      if (schema === undefined) throw new Error(`no step ${key}`)
      expect(v.safeParse(schema, value).issues).toBeUndefined()
    },
  )

  it('writes a transaction that was sent as the step send', () => {
    const call = { move: move('sendTransaction'), args: [{ raw: '0x02' }] }
    expect(stepOf(call)).toBe('- send: { raw: "0x02" }')
  })

  it.each([
    ['mine', [null, { secondsBetween: 5 }], '- mine: { count: 1, secondsBetween: 5 }'],
    ['mine', [], '- mine: 1'],
    ['revert', [7], '- revert: before'],
    ['setFaults', [null], '- clearFaults: true'],
    ['setFaults', [[], { seed: 's' }], '- setFaults: []'],
    ['setBlockTimestampInterval', [null], '- removeBlockTimestampInterval: true'],
    ['setNonce', [account, 7], `- setNonce: { address: ${JSON.stringify(account)}, nonce: 7 }`],
    ['setLag', [null], undefined],
  ])('writes %s %j as %s', (name, args, step) => {
    expect(stepOf({ move: move(name), args })).toBe(step)
  })

  it('has no step for moves that scenarios do not have', () => {
    expect(stepOf({ move: move('clearFaultLog'), args: [] })).toBeUndefined()
  })
})
