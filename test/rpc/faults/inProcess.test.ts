import { expect, test } from 'vitest'
import { Overlay } from '../../../src/chain/private/overlay.ts'
import { Endpoint } from '../../../src/endpoint/endpoint.ts'
import { faultLogOf, setFaultPlan } from '../../../src/faults/endpointFaults.ts'
import type { Fault } from '../../../src/faults/fault.ts'
import { FaultPlan } from '../../../src/faults/faultPlan.ts'
import { resolveFaults } from '../../../src/faults/resolveFaults.ts'
import { NetworkError } from '../../../src/rpc/faults/networkError.ts'
import { ProviderRpcError } from '../../../src/rpc/providerRpcError.ts'
import { createTestChain } from '../../support/chain.ts'
import { createTestDispatcher, provideInProcess } from '../../support/provideInProcess.ts'

const chain = await createTestChain()
const dispatcher = createTestDispatcher()

/** Requests the chain id with faults; also returns the delay of the answer. */
async function ask(...faults: readonly Fault[]) {
  const endpoint = new Endpoint('dev', new Overlay(chain))
  const rules = resolveFaults(faults.map((fault) => ({ fault })))
  setFaultPlan(endpoint, new FaultPlan(rules, { seed: 'seed', key: 'dev' }))
  const delays: number[] = []
  const provider = provideInProcess(endpoint, dispatcher, {
    async delay(milliseconds) {
      delays.push(milliseconds)
    },
  })
  const outcome = await provider.request({ method: 'eth_chainId' }).catch((error) => error)
  return { outcome, delays, log: faultLogOf(endpoint)?.entries }
}

test.each<[fault: Fault, type: new (...args: never[]) => Error, error: object]>([
  [{ kind: 'timeOut' }, NetworkError, { code: 'ETIMEDOUT', message: 'the request timed out' }],
  [{ kind: 'reset' }, NetworkError, { code: 'ECONNRESET', message: 'the connection was reset' }],
  [{ kind: 'reset', when: 'midAnswer' }, NetworkError, { code: 'ECONNRESET' }],
  [
    { kind: 'serverError', status: 503 },
    ProviderRpcError,
    { code: 503, message: 'HTTP request failed: 503', data: expect.stringContaining('<html>') },
  ],
  [
    { kind: 'rateLimit' },
    ProviderRpcError,
    { code: 429, data: expect.stringContaining('"code":-32005') },
  ],
  [{ kind: 'rateLimit', style: 'inBody' }, ProviderRpcError, { code: -32005 }],
  [{ kind: 'cutOff' }, SyntaxError, {}],
  [{ kind: 'malformed' }, SyntaxError, {}],
  [{ kind: 'error', code: 4001, message: 'no' }, ProviderRpcError, { code: 4001, message: 'no' }],
])('%j rejects', async (fault, type, error) => {
  const { outcome, log } = await ask(fault)
  expect(outcome).toBeInstanceOf(type)
  expect(outcome).toMatchObject(error)
  expect(log).toMatchObject([{ call: 1, kind: fault.kind, transport: 'inProcess' }])
})

test.each<[Fault]>([
  [{ kind: 'wrongId' }],
  [{ kind: 'missingId' }],
  [{ kind: 'batchOneError' }],
  [{ kind: 'socketClosed' }],
  [{ kind: 'messageDelayed', milliseconds: 5 }],
  [{ kind: 'messageDoubled' }],
])('%j does not apply in process', async (fault) => {
  expect(await ask(fault)).toEqual({ outcome: '0x539', delays: [], log: [] })
})

test('a delayed answer reflects the state when it is delivered', async () => {
  const { outcome, delays } = await ask(
    { kind: 'latency', milliseconds: 86_400_000 },
    { kind: 'latency', milliseconds: 1 },
    { kind: 'null' },
  )
  expect(outcome).toBeNull()
  expect(delays).toEqual([86_400_001])
})

test.each<[Fault]>([
  [{ kind: 'latency', milliseconds: 1 }],
  [{ kind: 'error', code: 1, message: 'no' }],
])('invalid JSON gets the same answer with %j as without', async (fault) => {
  const endpoint = new Endpoint('dev', new Overlay(chain))
  const plan = new FaultPlan(resolveFaults([{ fault }]), { seed: 'seed', key: 'dev' })
  const provider = provideInProcess(endpoint, dispatcher, { delay: async () => {} })
  const call = { method: 'eth_getBlockByNumber', params: [1n, true] }
  const right = await provider.request(call).catch((error) => error)
  setFaultPlan(endpoint, plan)
  const response = await provider.request(call).catch((error) => error)
  expect(right).toMatchObject({ code: -32602 })
  expect(response).toMatchObject({ code: fault.kind === 'error' ? 1 : -32602 })
  expect(plan.log.entries).toMatchObject([{ params: ['1n', true] }])
})

test.each([null, undefined, 42])(
  'a method that is %s is no request, under any fault, as over the network',
  async (method) => {
    const endpoint = new Endpoint('dev', new Overlay(chain))
    const rules = resolveFaults([{ fault: { kind: 'null' } }])
    setFaultPlan(endpoint, new FaultPlan(rules, { seed: 'seed', key: 'dev' }))
    const provider = provideInProcess(endpoint, dispatcher)
    await expect(provider.request({ method: method as never })).rejects.toMatchObject({
      code: -32600,
      message: 'method must be a string',
    })
  },
)

test('answers calls that wait for the faults of others', async () => {
  const endpoint = new Endpoint('dev', new Overlay(chain))
  const rules = resolveFaults([{ times: 1, fault: { kind: 'corrupt', what: 'receiptsRoot' } }])
  setFaultPlan(endpoint, new FaultPlan(rules, { seed: 'seed', key: 'dev' }))
  const provider = provideInProcess(endpoint, dispatcher, { delay: async () => {} })
  const blocks = ['0xffff', 'x', '0x1', '0x2'].map((number) =>
    provider
      .request({ method: 'eth_getBlockByNumber', params: [number, false] })
      .then((block) => (block as { number: string } | null)?.number ?? null)
      .catch((error: Error) => error.name),
  )
  expect(await Promise.all(blocks)).toEqual([null, 'ProviderRpcError', '0x1', '0x2'])
  expect(faultLogOf(endpoint)?.entries).toMatchObject([{ call: 3, block: 1 }])
})
