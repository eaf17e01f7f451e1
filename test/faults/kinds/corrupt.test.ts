import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SYSTEM_CALLER } from '../../../src/chain/contracts/system.ts'
import { createChain } from '../../../src/chain/createChain.ts'
import type { Preset } from '../../../src/chain/spec/presets.ts'
import { infura } from '../../../src/endpoint/dialects/infura.ts'
import { readBlock } from '../../../src/endpoint/readBlock.ts'
import { corruptionNames, type NamedCorruption } from '../../../src/faults/corrupt/named.ts'
import { type WholeResult, wholeResults } from '../../../src/faults/corrupt/wholeResult.ts'
import type { ChangeEffect } from '../../../src/faults/effect.ts'
import { corrupt } from '../../../src/faults/kinds/corrupt.ts'
import { Random } from '../../../src/primitives/random.ts'

type Json = Record<string, unknown>

/** as `eth_getProof` returns it */
const proof: Json = {
  accountProof: ['0x12', '0x34'],
  storageProof: [
    { key: '0x0', value: '0x0', proof: [] },
    { key: '0x1', value: '0x2', proof: ['0x56', '0x78'] },
  ],
}
const copy = (value: unknown) => JSON.parse(JSON.stringify(value))

interface Results {
  readonly block: Json
  readonly receipts: Json[]
  readonly logs: Json[]
}

/** The results of the first block of a chain whose results are suitable. */
async function resultsIn(preset: Preset, areSuitable: (results: Results) => boolean) {
  const { tree } = await createChain({ seed: 'faults', blocks: 16, preset })
  for (let number = 1; number <= tree.head.number; number++) {
    const view = readBlock(tree.byNumber(number) as never)(infura)
    const results: Results = {
      block: copy(view.block({ full: true, pending: false })),
      receipts: copy(view.receipts()),
      logs: copy([...view.logs()].map((log) => log.write())),
    }
    if (areSuitable(results)) return results
  }
  throw new Error('the chain has no suitable block')
}
/** of a block with transfers of ether */
const amsterdam = await resultsIn(
  'amsterdam',
  ({ logs }) => logs.filter(({ address }) => address === SYSTEM_CALLER).length > 2,
)
const { block, receipts, logs } = await resultsIn(
  'pow',
  ({ block, logs }) => (block.uncles as unknown[]).length > 0 && logs.length > 2,
)
const [transaction] = block.transactions as [Json]

/** The paths at which two values differ; a list with removed items differs as a whole. */
function differences(one: unknown, other: unknown, at = ''): string[] {
  const areLists = Array.isArray(one) && Array.isArray(other)
  if (areLists && one.length !== other.length) return [at]
  if (typeof one === 'object' && typeof other === 'object' && one !== null && other !== null) {
    const names = new Set([...Object.keys(one), ...Object.keys(other)])
    return [...names].flatMap((name) =>
      differences((one as Json)[name], (other as Json)[name], `${at}/${name}`),
    )
  }
  return one === other ? [] : [at]
}

type CorruptFault = Parameters<typeof corrupt.effect>[0]

function corrupted(fault: CorruptFault, result: unknown, seed = 'seed') {
  const { change } = corrupt.effect(fault) as ChangeEffect
  const copy = structuredClone(result)
  const changed = change(copy, new Random(seed))
  const wrong = changed === undefined ? copy : changed.result
  return { detail: changed?.detail, wrong, differs: differences(result, wrong) }
}

/** The detail that the log should contain, computed from the two results. */
function expectedDetail(
  at: string,
  right: unknown,
  wrong: unknown,
  what?: NamedCorruption,
): RegExp {
  const steps = at.split('/').slice(1)
  const path = steps.map((step) => (/^\d/.test(step) ? `[${step}]` : `.${step}`)).join('')
  const find = (result: unknown) => steps.reduce((value, step) => (value as Json)[step], result)
  const [before, after] = [find(right), find(wrong)]
  const start = `^${what === undefined || path === `.${what}` ? '' : `${what} at `}`
  const escaped = path.replace(/^\./, '').replaceAll(/[.[\]]/g, '\\$&')
  if (what === 'logsBloom') return new RegExp(`${start}${escaped}: bit \\d+, 1 -> 0$`)
  if (!Array.isArray(before)) return new RegExp(`${start}${escaped}: ${before} -> ${after}$`)
  const texts = (after as unknown[]).map((item) => JSON.stringify(item))
  const place = before.findIndex((item) => !texts.includes(JSON.stringify(item)))
  const { logIndex, transactionHash, hash = before[place] } = before[place]
  const receipt = transactionHash && `the receipt of ${transactionHash}`
  const name = logIndex ? `log ${logIndex} of ${transactionHash}` : (receipt ?? hash)
  return new RegExp(`${start}${escaped}\\[${place}\\]: ${name} is missing$`)
}

const named = (what: NamedCorruption): CorruptFault => ({ kind: 'corrupt', what })

describe('a named corruption', () => {
  test.each<[what: NamedCorruption, result: unknown, differs: RegExp]>([
    ['logsBloom', block, /^\/logsBloom$/],
    ['logsBloom', receipts, /^\/\d+\/logsBloom$/],
    ['receiptsRoot', block, /^\/receiptsRoot$/],
    ['transactionsRoot', block, /^\/transactionsRoot$/],
    ['stateRoot', block, /^\/stateRoot$/],
    ['parentHash', block, /^\/parentHash$/],
    ['blockHash', block, /^\/hash$/],
    ['foreignBlockHash', receipts, /^\/\d+\/blockHash$/],
    ['foreignBlockHash', transaction, /^\/blockHash$/],
    ['status', receipts, /^\/\d+\/status$/],
    ['status', receipts[0], /^\/status$/],
    ['duplicateLogIndex', receipts, /^\/\d+\/logs\/\d+\/logIndex$/],
    ['duplicateLogIndex', logs, /^\/\d+\/logIndex$/],
    ['missingTransaction', block, /^\/transactions$/],
    ['missingUncle', block, /^\/uncles$/],
    ['proof', proof, /^\/(accountProof|storageProof\/\d\/proof)\/\d$/],
    ['missingReceipt', receipts, /^$/],
    ['missingLog', receipts, /^\/\d+\/logs$/],
    ['missingLog', logs, /^$/],
    ['blockAccessListHash', amsterdam.block, /^\/blockAccessListHash$/],
    ['missingTransferLog', amsterdam.receipts, /^\/\d+\/logs$/],
    ['missingTransferLog', amsterdam.logs, /^$/],
  ])('%s changes one field', (what, result, differs) => {
    const found = corrupted(named(what), result)
    expect(found.differs).toEqual([expect.stringMatching(differs)])
    expect(found.detail).toMatch(
      expectedDetail(found.differs[0] as string, result, found.wrong, what),
    )
  })

  test('emptyBlock removes all transactions, and nothing else', () => {
    const { wrong, differs, detail } = corrupted(named('emptyBlock'), block)
    expect(differs).toEqual(['/transactions'])
    expect(wrong).toMatchObject({ transactions: [], hash: block.hash })
    const { length } = block.transactions as unknown[]
    expect(detail).toBe(`emptyBlock at transactions: all ${length} are missing`)
    expect(corrupted(named('emptyBlock'), { ...block, transactions: [] }).detail).toBeUndefined()
  })

  test('zeroBloom admits no log', () => {
    const zero = `0x${'0'.repeat(512)}`
    const { wrong, differs, detail } = corrupted(named('zeroBloom'), block)
    expect(differs).toEqual(['/logsBloom'])
    expect(wrong).toMatchObject({ logsBloom: zero })
    expect(detail).toBe('zeroBloom at logsBloom: zero')
    const first = receipts.findIndex(({ logsBloom }) => logsBloom !== zero)
    expect(corrupted(named('zeroBloom'), receipts).differs).toEqual([`/${first}/logsBloom`])
    expect(corrupted(named('zeroBloom'), { ...block, logsBloom: zero }).detail).toBeUndefined()
  })

  test('every name is in the table of methods', () => {
    const results = [block, receipts, logs, transaction, proof, amsterdam.block, amsterdam.logs]
    for (const what of corruptionNames) {
      expect(results.some((result) => corrupted(named(what), result).detail !== undefined)).toBe(
        true,
      )
    }
  })

  test.each(corruptionNames)('%s leaves alone answers without its field', (what) => {
    for (const result of [null, true, '0x1', [], {}, ['0x1'], { number: '0x1' }, [null]]) {
      expect(corrupted(named(what), result)).toMatchObject({ detail: undefined, differs: [] })
    }
  })

  test('missingTransferLog leaves other logs', () => {
    const isTransfer = ({ address }: Json) => address === SYSTEM_CALLER
    const { wrong } = corrupted(named('missingTransferLog'), amsterdam.logs)
    const dropped = (of: Json[]) => of.filter(isTransfer).length
    expect(dropped(wrong as Json[])).toBe(dropped(amsterdam.logs) - 1)
    expect((wrong as Json[]).length).toBe(amsterdam.logs.length - 1)
    expect(corrupted(named('missingTransferLog'), logs).detail).toBeUndefined()
  })

  test('transferBloom denies transfers of ether', () => {
    for (const result of [amsterdam.block, amsterdam.receipts]) {
      const { wrong, differs, detail } = corrupted(named('transferBloom'), result)
      expect(differs).toEqual([expect.stringMatching(/^(\/\d+)?\/logsBloom$/)])
      expect(detail).toMatch(/logsBloom: without 0xf{39}e$/)
      const [right, less] = [result, wrong].map((each) => {
        const { logsBloom } = (
          Array.isArray(each) ? each[Number(differs[0]?.split('/')[1])] : each
        ) as Json
        return BigInt(logsBloom as string)
      }) as [bigint, bigint]
      expect((right & less) === less && right !== less).toBe(true)
    }
    expect(corrupted(named('transferBloom'), block).detail).toBeUndefined()
  })

  test('clears one bit of a bloom, and sets none', () => {
    const { wrong } = corrupted(named('logsBloom'), block)
    const [right, less] = [block, wrong].map((each) => BigInt((each as Json).logsBloom as string))
    const lost = (right as bigint) ^ (less as bigint)
    expect(lost & (lost - 1n)).toBe(0n)
    expect(lost & (right as bigint)).toBe(lost)
    expect((wrong as Json).logsBloom).toMatch(/^0x[0-9a-f]{512}$/)
  })

  test('sets a bit in an empty bloom', () => {
    const { wrong } = corrupted(named('logsBloom'), { logsBloom: `0x${'0'.repeat(512)}` })
    expect((wrong as Json).logsBloom).toMatch(/^0x0*[1248]0*$/)
  })

  test('replaces a hash with another hash', () => {
    const { wrong } = corrupted(named('parentHash'), block)
    expect((wrong as Json).parentHash).toMatch(/^0x[0-9a-f]{64}$/)
  })

  test('gives a log the index of the one before it', () => {
    const { wrong } = corrupted(named('duplicateLogIndex'), logs)
    const indexes = (wrong as Json[]).map(({ logIndex }) => Number(logIndex))
    const doubled = indexes.filter((index, place) => place > 0 && index === indexes[place - 1])
    expect(doubled).toHaveLength(1)
  })
})

test('duplicates a log index within a block, never across two', () => {
  const of = (blockHash: string, ...indexes: string[]) =>
    indexes.map((logIndex) => ({ blockHash, logIndex, topics: [] }))
  const among = [...of('0xa', '0x0', '0x1'), ...of('0xb', '0x0'), ...of('0xc', '0x0')]
  for (let seed = 0; seed < 32; seed++) {
    const { detail, wrong } = corrupted(named('duplicateLogIndex'), among, String(seed))
    expect(detail).toBe('duplicateLogIndex at [1].logIndex: 0x1 -> 0x0')
    expect(new Set((wrong as Json[]).map((log) => `${log.blockHash} ${log.logIndex}`)).size).toBe(3)
  }
  const apart = [...of('0xa', '0x7'), ...of('0xb', '0x0')]
  expect(corrupted(named('duplicateLogIndex'), apart)).toMatchObject({ detail: undefined })
})

describe('a corruption by field', () => {
  test.each<[field: string, result: unknown, differs: string]>([
    ['miner', block, '/miner'],
    ['transactions[0].value', block, '/transactions/0/value'],
    ['[1].gasUsed', receipts, '/1/gasUsed'],
    ['[0].topics[0]', logs, '/0/topics/0'],
    ['[0].removed', logs, '/0/removed'],
    ['uncles', block, '/uncles'],
  ])('%s', (field, result, differs) => {
    const found = corrupted({ kind: 'corrupt', field }, result)
    expect(found.differs).toEqual([differs])
    expect(found.detail).toMatch(expectedDetail(differs, result, found.wrong))
  })

  test('sets a value', () => {
    const fault = { kind: 'corrupt', field: 'transactions[0].value', value: null } as const
    const { wrong } = corrupted(fault, block)
    expect((wrong as { transactions: Json[] }).transactions[0]?.value).toBeNull()
  })

  test.each([
    'nonesuch',
    'transactions.length',
    'transactions[999]',
    'hash[0]',
    'constructor',
    '[0]',
  ])('refuses %s', (field) => {
    const found = corrupted({ kind: 'corrupt', field, value: 1 }, block)
    expect(found).toMatchObject({ detail: undefined, differs: [] })
  })

  test('replaces hex with hex of the same format, for any seed', () => {
    const hex = fc.oneof(
      fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }).map((value) => `0x${value.toString(16)}`),
      fc.uint8Array({ minLength: 1 }).map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`),
    )
    fc.assert(
      fc.property(hex, fc.string(), (value, seed) => {
        const { wrong } = corrupted({ kind: 'corrupt', field: 'x' }, { x: value }, seed)
        const changed = (wrong as { x: string }).x
        expect(changed).toMatch(/^0x[0-9a-f]+$/)
        expect(changed).toHaveLength(value.length)
        expect(changed).not.toBe(value)
        if (!value.startsWith('0x0')) expect(changed.length === 3 || changed[2] !== '0').toBe(true)
      }),
    )
  })

  test.each([
    ['0x', '0x00'],
    ['geth', 'geth?'],
    [false, true],
    [7, 8],
    [null, '0x0'],
    [['a'], []],
  ])('changes %j to %j', (value, changed) => {
    const { wrong } = corrupted({ kind: 'corrupt', field: 'x' }, { x: value })
    expect(wrong).toEqual({ x: changed })
  })
})

describe('a corruption of a whole result', () => {
  const word = (digits: string) => `0x${digits.padStart(64, '0')}`

  test.each<[what: WholeResult, result: string]>([
    ['balance', '0xde0b6b3a7640000'],
    ['balance', '0x0'],
    ['nonce', '0x1f'],
    ['code', '0x6001600055'],
    ['storage', word('2a')],
    ['callResult', word('de0b6b3a7640000')],
    ['gasEstimate', '0x5208'],
    ['gasPrice', '0x3b9aca00'],
  ])('%s: replaces %s with another value of the same format', (what, result) => {
    const { detail, wrong } = corrupted({ kind: 'corrupt', what }, result)
    expect(wrong).toMatch(/^0x[0-9a-f]+$/)
    expect(wrong).toHaveLength(result.length)
    expect(wrong).not.toBe(result)
    expect(detail).toBe(`${what}: ${result} -> ${wrong}`)
  })

  test('sets a value', () => {
    const fault = { kind: 'corrupt', what: 'balance', value: '0x0' } as const
    expect(corrupted(fault, '0x5')).toMatchObject({ wrong: '0x0', detail: 'balance: 0x5 -> 0x0' })
  })

  test('changes one of several slots', () => {
    const values = { '0xaa': [word('1'), word('2')], '0xbb': [word('3')] }
    const drawn = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((seed) => {
      const fault = { kind: 'corrupt', what: 'storage', value: word('9') } as const
      const { differs, detail } = corrupted(fault, values, seed)
      const [, address, index] = (differs as [string])[0].split('/')
      const before = values[address as keyof typeof values][Number(index)]
      expect(detail).toBe(`storage at ${address}[${index}]: ${before} -> ${word('9')}`)
      return differs[0]
    })
    expect(new Set(drawn)).toEqual(new Set(['/0xaa/0', '/0xaa/1', '/0xbb/0']))
  })

  test.each([null, true, {}, [], [null]])('leaves %j alone', (result) => {
    for (const what of wholeResults) {
      expect(corrupted({ kind: 'corrupt', what }, result)).toMatchObject({ detail: undefined })
    }
  })
})

test('makes the same change for the same seed', () => {
  for (const what of corruptionNames) {
    expect(corrupted(named(what), receipts)).toEqual(corrupted(named(what), receipts))
  }
  const places = ['a', 'b', 'c', 'd', 'e', 'f'].map(
    (seed) => corrupted(named('blockHash'), block, seed).wrong,
  )
  expect(new Set(places.map((wrong) => (wrong as Json).hash)).size).toBeGreaterThan(1)
})

describe('a field that is removed', () => {
  test('is absent', () => {
    const fault: CorruptFault = { kind: 'corrupt', field: 'miner', remove: true }
    const { wrong, detail } = corrupted(fault, block)
    const { miner, ...others } = block
    expect(miner).toBeDefined()
    expect(wrong).toEqual(others)
    expect(detail).toBe('miner: removed')
  })

  test('is no item of its list any more', () => {
    const fault: CorruptFault = { kind: 'corrupt', field: '[1]', remove: true }
    expect(corrupted(fault, logs).wrong).toEqual(logs.toSpliced(1, 1))
  })

  test('changes nothing if there is none', () => {
    const fault: CorruptFault = { kind: 'corrupt', field: 'nothing', remove: true }
    expect(corrupted(fault, block).detail).toBeUndefined()
  })
})
