import { expect, test } from 'vitest'
import { mergeProfiles, pickHabit, profileOf } from '../../../src/hunt/draw/profile.ts'
import type { ObservedCall } from '../../../src/hunt/run/observedCall.ts'
import { Random } from '../../../src/primitives/random.ts'

function call(
  method: string,
  params: readonly unknown[],
  more: Partial<ObservedCall> = {},
): ObservedCall {
  const answer = '"result":{}}'
  return {
    key: 'node',
    chainId: 1337,
    method,
    params,
    outcome: 'ok',
    answer,
    named: undefined,
    block: undefined,
    head: 40,
    ...more,
  }
}

const byNumber = (block: number) =>
  call('eth_getBlockByNumber', [`0x${block.toString(16)}`, true], { named: 'number', block })

test('tells polls from work', () => {
  const calls = [call('eth_blockNumber', []), byNumber(0), byNumber(1)]
  expect(profileOf(calls)).toMatchObject({
    polls: [{ method: 'eth_blockNumber', named: undefined, count: 1 }],
    work: [{ method: 'eth_getBlockByNumber', named: 'number', count: 2 }],
    asksForFinality: false,
    finality: undefined,
  })
})

test('sees that a client asks for finality', () => {
  const finalized = call('eth_getBlockByNumber', ['finalized', false], { named: 'tag' })
  expect(profileOf([finalized]).asksForFinality).toBe(true)
})

test('sees what a client takes as final that looks below the head first', () => {
  const latest = call('eth_getBlockByNumber', ['latest', false], { named: 'tag' })
  expect(profileOf([latest, byNumber(10), byNumber(0), byNumber(1)]).finality).toBe(30)
})

test('learns what a client asks only in other runs', () => {
  const first = profileOf([call('eth_blockNumber', []), byNumber(0)])
  const parent = call('eth_getBlockByHash', ['0xab', false], { named: 'hash' })
  const both = mergeProfiles(first, profileOf([parent, byNumber(1)]))
  expect(both.work).toMatchObject([
    { method: 'eth_getBlockByNumber', named: 'number' },
    { method: 'eth_getBlockByHash', named: 'hash' },
  ])
  expect(both.polls).toEqual([{ ...first.polls[0], count: 0.75 }])
})

test('counts what a client does often, and to which node', () => {
  const at = (key: string) => call('eth_getBlockByHash', ['0xab'], { key, named: 'hash' })
  const first = profileOf([at('a.node'), at('a.node')])
  expect(first.work).toEqual([
    { method: 'eth_getBlockByHash', named: 'hash', count: 2, atReplica: 0 },
  ])
  const both = mergeProfiles(first, profileOf([at('b.node'), at('b.replica-of-node')]))
  expect(both.work).toEqual([
    { method: 'eth_getBlockByHash', named: 'hash', count: 2, atReplica: 1 },
  ])
  const rare = mergeProfiles(profileOf([...Array(8)].map(() => at('a.node'))), profileOf([]))
  expect(rare.work[0]?.count).toBe(6)
})

test('draws a habit as often as it shows', () => {
  const poll = (method: string) => call(method, [])
  let profile = profileOf([poll('eth_chainId'), poll('eth_blockNumber')])
  const drawn = () =>
    Array.from({ length: 100 }, (_, index) =>
      pickHabit(new Random(`habit ${index}`), profile.polls),
    ).filter(({ method }) => method === 'eth_chainId').length
  expect(drawn()).toBeGreaterThan(30)
  // A client may ask for the id of its chain only when it begins.
  for (let run = 0; run < 20; run++) {
    profile = mergeProfiles(profile, profileOf([1, 2, 3].map(() => poll('eth_blockNumber'))))
  }
  expect(drawn()).toBeLessThan(10)
  expect(drawn()).toBeGreaterThan(0)
})

test('knows the fields of the answers', () => {
  const answer = '"result":{"hash":"0x1","uncles":[]}}'
  const { fields } = profileOf([call('eth_getBlockByHash', ['0x1'], { named: 'hash', answer })])
  expect(fields).toEqual(new Map([['eth_getBlockByHash', ['hash', 'uncles']]]))
})
