import { expect, test } from 'vitest'
import type { SealedBlock } from '../../../src/chain/encoding/block.ts'
import type { Endpoint } from '../../../src/endpoint/endpoint.ts'
import type { DrawnFaults } from '../../../src/faults/faultPlan.ts'
import { encodeResult } from '../../../src/rpc/answer.ts'
import { textOf } from '../../../src/rpc/faults/delivery.ts'
import { Teller } from '../../../src/rpc/faults/teller.ts'

const nextRound = () => new Promise((resolve) => setImmediate(resolve))

test('what is told comes in its order, however long it takes to know what befalls one', async () => {
  const sent: unknown[] = []
  const errors: unknown[] = []
  const draws: ((drawn: DrawnFaults) => void)[] = []
  const plan = { draw: () => new Promise<DrawnFaults>((resolve) => draws.push(resolve)) }
  const endpoint: { faults: unknown } = { faults: undefined }
  const teller = new Teller({
    endpoint: endpoint as Endpoint,
    transport: 'webSocket',
    send: (message) => sent.push(JSON.parse(textOf(message)).params.result),
    deliver: () => {},
    onInternalError: (error) => errors.push(error),
  })
  const tell = (result: number) => {
    const block = { number: result } as SealedBlock
    teller.tell({ id: '0x1', name: 'logs', answer: encodeResult(result), block, of: undefined })
  }

  tell(1)
  expect(sent).toEqual([1])
  endpoint.faults = plan
  tell(2)
  tell(3)
  await nextRound()
  endpoint.faults = undefined
  tell(4)
  await nextRound()
  expect(sent).toEqual([1])
  draws.shift()?.({ latencyMs: 0, fault: undefined })
  await nextRound()
  expect(sent).toEqual([1, 2, 3, 4])
  tell(5)
  expect(sent).toEqual([1, 2, 3, 4, 5])

  endpoint.faults = { draw: () => Promise.reject(new Error('broken')) }
  tell(6)
  endpoint.faults = undefined
  tell(7)
  await nextRound()
  expect([sent.at(-1), errors]).toEqual([7, []])
})
