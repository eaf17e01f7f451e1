import { ommerFixtures } from 'ommer/vitest'
import { test as base, expect } from 'vitest'
import { owner, PIN, pair, token1 } from '../swapNetwork.ts'
import { abi, amountOut, clientOf, reservesOf, swap } from './pair.ts'

const test = base.extend(ommerFixtures({ per: 'test' }))

test('swaps, and finds the event', async ({ ommer }) => {
  const client = clientOf(ommer)
  const before = await reservesOf(client)
  const ofOwner = { address: token1, abi, functionName: 'balanceOf', args: [owner] } as const
  const balance = await client.readContract(ofOwner)
  const amount = 5n * 10n ** 18n
  const hash = await swap(client, amount)
  const paid = amountOut(amount, before)
  const receipt = await client.waitForTransactionReceipt({ hash })
  expect(receipt).toMatchObject({ status: 'success', blockNumber: BigInt(PIN + 1) })
  const [event] = await client.getContractEvents({ address: pair, abi, eventName: 'Swap' })
  expect(event?.args).toMatchObject({ amount0In: amount, amount1Out: paid })
  expect(await reservesOf(client)).toEqual([before[0] + amount, before[1] - paid])
  expect(await client.readContract(ofOwner)).toBe(balance + paid)
  expect(await ommer.irregular()).toBeUndefined()
})

test('finds the swaps of the network', async ({ ommer }) => {
  const client = clientOf(ommer)
  const found = await client.getContractEvents({
    address: pair,
    abi,
    eventName: 'Swap',
    fromBlock: BigInt(PIN - 1),
    toBlock: 'latest',
  })
  expect(found.map(({ blockNumber }) => blockNumber)).toEqual(
    [PIN - 1, PIN - 1, PIN, PIN].map(BigInt),
  )
})
