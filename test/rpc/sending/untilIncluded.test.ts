import { expect, it } from 'vitest'
import { WaitError, type WaitErrorCode } from '../../../src/endpoint/activity/waitError.ts'
import type { Condition } from '../../../src/endpoint/activity/waits.ts'
import type { MethodContext } from '../../../src/rpc/method.ts'
import { untilIncluded } from '../../../src/rpc/sending/untilIncluded.ts'

const HASH = `0x${'ab'.repeat(32)}` as const

/** The context of a call whose waits end with an error. */
function failingWith(code: WaitErrorCode): MethodContext {
  const until = async (condition: Condition<unknown>) => {
    throw new WaitError(code, condition.describe(''))
  }
  const client = { isClosed: () => false }
  const view = { transactionByHash: () => undefined }
  const endpoint = { miner: { until }, chain: { children: { isReadOnly: false } } }
  return { endpoint, view, client } as unknown as MethodContext
}

it.each([
  [1, '1ms'],
  [1500, '1.5s'],
  [20_000, '20s'],
  [60_000, '1m0s'],
])('says after %d ms how long it waited, as Go writes it', async (timeout, written) => {
  await expect(untilIncluded(HASH, timeout, failingWith('TIMED_OUT'))).rejects.toMatchObject({
    code: 'NOT_INCLUDED',
    jsonRpcCode: 4,
    message: `The transaction was added to the transaction pool but wasn't processed in ${written}`,
    data: HASH,
  })
})

it.each([
  ['CLOSED', 'SERVER_ERROR'],
  ['TOO_MANY_WAITS', 'LIMIT_EXCEEDED'],
] as const)('answers %s with %s', async (problem, code) => {
  const wait = untilIncluded(HASH, 1, failingWith(problem))
  await expect(wait).rejects.toMatchObject({ code, data: undefined })
})
