import { expect, test } from 'vitest'
import type { Endpoint } from '../../../src/endpoint/endpoint.ts'
import type { Fault } from '../../../src/endpoint/faults/fault.ts'
import { FaultPlan } from '../../../src/endpoint/faults/faultPlan.ts'
import { resolveFaults } from '../../../src/endpoint/faults/resolveFaults.ts'
import { answerBody, type Caller } from '../../../src/rpc/envelope.ts'
import { BodyFaults } from '../../../src/rpc/faults/bodyFaults.ts'
import { textOf } from '../../../src/rpc/faults/delivery.ts'
import type { AnsweredCall } from '../../../src/rpc/gate.ts'
import type { Reply } from '../../../src/rpc/reply.ts'
import { createTestChain } from '../../support/chain.ts'
import { handlerOptions } from '../../support/handlerOptions.ts'

const options = handlerOptions(await createTestChain())

function endpointWith(fault: Fault, times?: number): Endpoint {
  const endpoint = options.endpoints.obtain(`has-${fault.kind}-${times}`)
  const rules = resolveFaults([{ fault, ...(times !== undefined && { times }) }])
  endpoint.faults = new FaultPlan(rules, { seed: 'seed', key: 'dev' })
  return endpoint
}

/** Answers bodies that have come together, on one connection. */
async function answerAll(endpoint: Endpoint, bodies: readonly unknown[], heard?: AnsweredCall[]) {
  const connection = {}
  const replies = bodies.map((body) => {
    const plan = endpoint.faults as FaultPlan
    const caller: Caller = {
      endpoint,
      connection,
      isGone: () => false,
      whenRead: () => undefined,
      subscriptions: undefined,
      faults: new BodyFaults({ plan, endpoint, transport: 'webSocket' }),
      ...(heard && { heard }),
    }
    return answerBody(Buffer.from(JSON.stringify(body)), caller, options)
  })
  const texts = (await Promise.all(replies)).map((reply) => textOf(reply as Reply))
  return texts.map((text) => JSON.parse(text))
}

/** It takes turns, as does a batch. */
function longCall(id: number) {
  const params = [{ fromBlock: 'earliest', toBlock: 'latest' }]
  return { jsonrpc: '2.0', id, method: 'eth_getLogs', params }
}

// The batch has its turn before the call has, and waits for what comes of it.
test.each(['wrongId', 'missingId'] as const)(
  'a batch behind a call with %s does not wait for ever',
  async (kind) => {
    const endpoint = endpointWith({ kind }, 1)
    const [single, batch] = await answerAll(endpoint, [longCall(1), [longCall(2)]])
    expect(single.id).not.toBe(1)
    expect(single.result).toEqual(expect.any(Array))
    expect(batch).toMatchObject([{ id: 2 }])
    expect(endpoint.faults?.log.entries).toMatchObject([{ call: 1, kind }])
  },
)

test.each<[fault: Fault, heard: number[]]>([
  [{ kind: 'batchShortened' }, [1]],
  [{ kind: 'batchShortened', by: 2 }, [1]],
  [{ kind: 'batchShortened', by: 9 }, []],
  [{ kind: 'batchOneError' }, []],
  [{ kind: 'batchReordered' }, [1, 4]],
])('of a batch what the client gets is heard of, and no more: %o', async (fault, wanted) => {
  const heard: AnsweredCall[] = []
  const blocks = ['0x1', '0xffff', '0xffff', '0x4']
  const batch = blocks.map((block, id) => {
    return { jsonrpc: '2.0', id, method: 'eth_getBlockByNumber', params: [block, false] }
  })
  await answerAll(endpointWith(fault), [batch], heard)
  expect(heard.map(({ params }) => Number((params as string[])[0]))).toEqual(wanted)
})
