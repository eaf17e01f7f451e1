import { expect, it } from 'vitest'
import { InFlight } from '../../src/rpc/inFlight.ts'

it('says when no client waits for a response', async () => {
  const inFlight = new InFlight(10)
  await inFlight.none()
  const [one, other] = [{}, {}]
  inFlight.enter(one)
  inFlight.enter(one)
  inFlight.enter(other)
  const seen: string[] = []
  const none = inFlight.none().then(() => seen.push('none'))
  for (const [name, client] of Object.entries({ one, other, last: one })) {
    await Promise.resolve()
    seen.push(name)
    inFlight.leave(client)
  }
  await none
  expect(seen).toEqual(['one', 'other', 'last', 'none'])
})

it('goes on waiting for a request that arrives at the same time', async () => {
  const inFlight = new InFlight(10)
  const client = {}
  inFlight.enter(client)
  let isNone = false
  const none = inFlight.none().then(() => {
    isNone = true
  })
  inFlight.leave(client)
  inFlight.enter(client)
  for (let round = 0; round < 5; round++) await Promise.resolve()
  expect(isNone).toBe(false)
  inFlight.leave(client)
  await none
})
