import { expect, test } from 'vitest'
import type { SealedBlock } from '../../../src/chain/encoding/block.ts'
import { ClientActivity } from '../../../src/endpoint/activity/clientActivity.ts'
import type { Endpoint } from '../../../src/endpoint/endpoint.ts'
import { type DrawnFaults, FaultPlan } from '../../../src/faults/faultPlan.ts'
import { encodeResult } from '../../../src/rpc/answer.ts'
import { Notifier } from '../../../src/rpc/faults/notifier.ts'
import { textOf } from '../../../src/rpc/reply.ts'

const nextRound = () => new Promise((resolve) => setImmediate(resolve))

/** A plan with the given draw. */
function planThat(draw: FaultPlan['draw']): FaultPlan {
  return Object.assign(new FaultPlan([], { seed: 'seed', key: 'dev' }), { draw })
}

test('sends notifications in order, however long their faults take to resolve', async () => {
  const sent: unknown[] = []
  const errors: unknown[] = []
  const draws: ((drawn: DrawnFaults) => void)[] = []
  const plan = planThat(() => new Promise<DrawnFaults>((resolve) => draws.push(resolve)))
  const activity = new ClientActivity()
  const endpoint = { faults: undefined as unknown, activity }
  const notifier = new Notifier({
    endpoint: endpoint as unknown as Endpoint,
    transport: 'webSocket',
    send: (message) => sent.push(JSON.parse(textOf(message)).params.result),
    deliver: () => {},
    onInternalError: (error) => errors.push(error),
  })
  const notify = (result: number) => {
    const block = { number: result } as SealedBlock
    notifier.notify({ id: '0x1', name: 'logs', answer: encodeResult(result), block, of: undefined })
  }

  notify(1)
  expect(sent).toEqual([1])
  endpoint.faults = plan
  notify(2)
  notify(3)
  await nextRound()
  endpoint.faults = undefined
  notify(4)
  await nextRound()
  expect(sent).toEqual([1])
  draws.shift()?.({ latencyMs: 0, fault: undefined, applied: [] })
  await nextRound()
  expect(sent).toEqual([1, 2, 3, 4])
  notify(5)
  expect(sent).toEqual([1, 2, 3, 4, 5])

  endpoint.faults = planThat(() => Promise.reject(new Error('broken')))
  notify(6)
  endpoint.faults = undefined
  notify(7)
  await nextRound()
  expect([sent.at(-1), errors]).toEqual([7, []])
})
