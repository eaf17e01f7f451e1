import { afterAll, expect, it } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import { serve } from '../../../src/server/serve.ts'
import type { ServedEndpoint } from '../../../src/server/servedEndpoint.ts'

const chain = await createChain({ seed: 'interval', blocks: 4, preset: 'latest' })
const server = await serve(chain, { port: 0 })
afterAll(() => server.close())

let keys = 0
const endpoint = () => server.endpoint(`key-${keys++}`)

async function time(of: ServedEndpoint, block: string): Promise<number> {
  const params = [block, false]
  const { timestamp } = (await of.request({ method: 'eth_getBlockByNumber', params })) as {
    timestamp: string
  }
  return Number(timestamp)
}

/** The seconds between the last blocks, oldest first. */
async function gaps(of: ServedEndpoint, count: number): Promise<readonly number[]> {
  const head = of.head.number
  const times: number[] = []
  for (let number = head - count; number <= head; number++) {
    times.push(await time(of, `0x${number.toString(16)}`))
  }
  return times.slice(1).map((each, index) => each - (times[index] as number))
}

it('applies to all blocks that follow, and to the pending one', async () => {
  const one = endpoint()
  await one.setBlockTimestampInterval(77)
  expect((await time(one, 'pending')) - (await time(one, 'latest'))).toBe(77)
  await one.mine(2)
  await one.advanceTo(7)
  expect(await gaps(one, 3)).toEqual([77, 77, 77])
})

it('gives way to the times of a move, and returns after it', async () => {
  const one = endpoint()
  await one.setBlockTimestampInterval(77)
  await one.mine(2, { secondsBetween: 5 })
  await one.setNextBlockTimestamp((await time(one, 'latest')) + 500)
  await one.mine(2)
  await one.increaseTime(100)
  await one.mine(2)
  expect(await gaps(one, 6)).toEqual([5, 5, 500, 77, 177, 77])
})

it('is part of a snapshot, and ends with undefined', async () => {
  const one = endpoint()
  const usual = (await endpoint().mine(2)).map(({ hash }) => hash)
  const before = await one.snapshot()
  await one.setBlockTimestampInterval(77)
  const within = await one.snapshot()
  await one.setBlockTimestampInterval(undefined)
  expect((await one.mine(2)).map(({ hash }) => hash)).toEqual(usual)
  await one.revert(within)
  await one.mine(1)
  expect(await gaps(one, 1)).toEqual([77])
  await one.revert(before)
  expect((await one.mine(2)).map(({ hash }) => hash)).toEqual(usual)
})

it.each([0, -1, 1.5, '12'])('is refused as %j', async (seconds) => {
  await expect(endpoint().setBlockTimestampInterval(seconds as number)).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
  })
})

it('is refused if the next block cannot have this time', async () => {
  const eras = await serve(await createChain({ blocks: 4 }), { port: 0 })
  const { hash } = eras.head
  await expect(eras.setBlockTimestampInterval(10 ** 9)).rejects.toMatchObject({
    code: 'INVALID_TIMESTAMP',
  })
  expect(eras.head.hash).toBe(hash)
  await eras.close()
})
