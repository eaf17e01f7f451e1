import { expect, it } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import { type Entry, entryFromJson, entryOf, entryToJson } from '../../src/log/entry.ts'

it.each<[what: string, argument: unknown]>([
  ['an amount', 5n],
  ['an object that looks like an amount', { bigint: '5' }],
  ['an object that looks like an amount and is none', { bigint: 'x' }],
  ['an object that looks like an escaped one', { bigint: ['x'] }],
  ['an amount in an object with that name', { bigint: { bigint: 7n } }],
  ['null with that name', { bigint: null }],
  ['an object with other members', { bigint: '5', more: 1 }],
  ['an object that looks like a block', { hash: '0x1', number: 1, parentHash: '0x0', more: 1 }],
])('reads %s as it was written', (_what, argument) => {
  const change = { move: 'setFaults', args: [argument] }
  const end = { number: 1, hash: '0x1' } as const
  const entry: Entry = { sequence: 1, endpoint: 'dev', change, start: '0x1', end }
  expect(entryFromJson(entryToJson(entry))).toEqual(entry)
})

it('writes only the hash of a block', async () => {
  const { head } = (await createChain({ seed: 'entry', blocks: 1 })).tree
  expect(entryToJson([{ to: head }, [head]])).toBe(
    `[{"to":{"hash":"${head.hash}"}},[{"hash":"${head.hash}"}]]`,
  )
})

it('writes no argument that is secret', async () => {
  const { head } = (await createChain({ seed: 'entry', blocks: 1 })).tree
  const change = { move: 'reset', args: [1, true, 'http://node/KEY'] }
  const entry = entryOf('dev', {
    change,
    start: head,
    end: head,
    clock: [],
    lost: [],
    found: [],
  })
  expect(entry).toMatchObject({ change: { move: 'reset', args: [1, true, undefined] } })
})
