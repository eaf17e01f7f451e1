import { afterAll, beforeEach, expect, it } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import { TEST_MNEMONIC } from '../../../src/chain/spec/spec.ts'
import { createFork } from '../../../src/createFork.ts'
import { type RecordClock, systemClock } from '../../../src/record/recordClock.ts'
import { serve } from '../../../src/serve.ts'
import { type AskedOfNode, startFaultyNode } from '../../support/faultyNode.ts'
import { until } from '../../support/until.ts'

const network = await createChain({ seed: 'accounts', blocks: 3, preset: 'latest' })
const server = await serve(network, { port: 0 })
const node = await startFaultyNode(server.url)
afterAll(() => Promise.all([server.close(), node.close()]))

const isOfAccount = ({ method, params }: AskedOfNode) =>
  method === 'eth_getProof' && params[0] !== `0x${'00'.repeat(20)}`
const asked = () => node.asked.filter(isOfAccount).length

beforeEach(() => {
  node.asked.length = 0
  node.fault = (each) => (isOfAccount(each) ? 'silence' : undefined)
})

/** A fork, and what ends the wait for a first answer; single requests are never late. */
async function fork(mnemonicAccounts = 10) {
  const silences = new Set<() => void>()
  const clock: RecordClock = {
    ...systemClock,
    after(milliseconds, act) {
      if (milliseconds === 10_000) silences.add(act)
      return () => silences.delete(act)
    },
  }
  const spec = { mnemonic: TEST_MNEMONIC, mnemonicAccounts }
  const chain = await createFork({ rpc: node.url, block: 2, spec, clock, retries: 0 })
  const expire = () => {
    for (const act of silences) act()
  }
  return { chain, expire }
}

it('ends the requests of attempts that fail, so that others have room', async () => {
  const { chain, expire } = await fork()
  // More requests than the node gets at once.
  for (let attempt = 1; attempt <= 7; attempt++) {
    const read = expect(chain.readAccounts()).rejects.toThrow('it has not answered within 10 s')
    await until(() => asked() === 10 * attempt)
    expire()
    await read
  }
  node.fault = () => undefined
  const { address } = network.contract('token')
  expect((await chain.account(address)).code).toMatch(/^0x60/)
  await chain.readAccounts()
})

it('is one attempt for all that wait, whoever leaves', async () => {
  const { chain, expire } = await fork()
  const client = new AbortController()
  const reads = [client.signal, undefined].map((signal) => chain.readAccounts(signal))
  await until(() => asked() === 10)
  client.abort(new Error('the client has left'))
  await expect(reads[0]).rejects.toThrow('the client has left')
  await expect(chain.readAccounts(client.signal)).rejects.toThrow('the client has left')
  reads.push(chain.readAccounts())
  const ended = reads.slice(1).map((read) => expect(read).rejects.toThrow('it has not answered'))
  expire()
  await Promise.all(ended)
  expect(asked()).toBe(10)
})

it('asks again after all have left', async () => {
  const { chain } = await fork()
  for (let attempt = 1; attempt <= 7; attempt++) {
    const client = new AbortController()
    const read = expect(chain.readAccounts(client.signal)).rejects.toThrow('the client has left')
    await until(() => asked() === 10 * attempt)
    client.abort(new Error('the client has left'))
    await read
  }
  node.fault = () => undefined
  for (let time = 1; time <= 2; time++) await chain.readAccounts()
  expect(asked()).toBe(80)
})

it('leaves room for other requests, however many accounts there are', async () => {
  const { chain, expire } = await fork(100)
  const read = expect(chain.readAccounts()).rejects.toThrow('it has not answered')
  await until(() => asked() >= 12)
  const { address } = network.contract('token')
  node.fault = (each) => (isOfAccount(each) && each.params[0] !== address ? 'silence' : undefined)
  expect((await chain.account(address)).code).toMatch(/^0x60/)
  expect(asked()).toBe(13)
  expire()
  await read
})
