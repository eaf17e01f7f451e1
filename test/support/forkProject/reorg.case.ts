import { ommerFixtures } from 'ommer/vitest'
import { test as base, expect } from 'vitest'
import { PIN, pair } from '../swapNetwork.ts'
import { abi, clientOf, reservesOf, swap } from './pair.ts'

const test = base.extend(ommerFixtures({ per: 'test' }))

test('takes a swap back, and mines it again', async ({ ommer }) => {
  const client = clientOf(ommer)
  const before = await reservesOf(client)
  const filter = await client.createContractEventFilter({ address: pair, abi, eventName: 'Swap' })
  const first = await swap(client, 10n ** 18n)
  const after = await reservesOf(client)
  const [mined] = await client.getFilterChanges({ filter })
  expect(mined).toMatchObject({ transactionHash: first, removed: false })

  await ommer.reorg({ depth: 1, length: 2, transactions: [] })
  expect(await reservesOf(client)).toEqual(before)
  const [removed, ...others] = await client.getFilterChanges({ filter })
  expect(removed).toMatchObject({ blockHash: mined?.blockHash, removed: true })
  expect(others).toEqual([])

  await ommer.mine()
  expect(await reservesOf(client)).toEqual(after)
  const [again] = await client.getFilterChanges({ filter })
  expect(again).toMatchObject({ transactionHash: first, removed: false })
  expect(again?.blockHash).not.toBe(mined?.blockHash)
  expect(await ommer.head()).toMatchObject({ number: PIN + 3 })
  expect(await ommer.irregular()).toBeUndefined()
})

test('refuses to take back a block of the network', async ({ ommer }) => {
  await expect(ommer.reorg({ depth: 1 })).rejects.toThrow(/depth/)
})
