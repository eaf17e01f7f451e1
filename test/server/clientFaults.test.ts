import { FetchRequest, JsonRpcProvider, Network } from 'ethers'
import {
  createPublicClient,
  http,
  LimitExceededRpcError,
  TransactionReceiptNotFoundError,
} from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ServedEndpoint } from '../../src/index.ts'
import { patient } from '../support/patientViem.ts'
import { serveForTests } from '../support/serving.ts'

// How client libraries react to a faulty provider, as an example of what faults are for.

const { server, chain } = await serveForTests({ seed: 'faults', blocks: 4 })
const block = [1, 2, 3, 4].map((number) => chain.blockByNumber(number))
const transactionHash = block.flatMap((one) => one?.transactions ?? [])[0]?.hash as `0x${string}`

let count = 0
let endpoint: ServedEndpoint
beforeEach(() => {
  endpoint = server.endpoint(`client-${count++}`)
})

const kinds = () => endpoint.faultLog().map(({ method, call, kind }) => [method, call, kind])

describe('viem', () => {
  const client = () =>
    createPublicClient({ transport: http(endpoint.url, { ...patient, retryDelay: 0 }) })

  test('retries when told to wait', async () => {
    endpoint.setFaults([{ times: 2, fault: { kind: 'rateLimit', retryAfterSeconds: 0 } }])
    expect(await client().getBlockNumber()).toBe(4n)
    expect(kinds()).toEqual([
      ['eth_blockNumber', 1, 'rateLimit'],
      ['eth_blockNumber', 2, 'rateLimit'],
    ])
  })

  test('gives up after its fourth attempt', async () => {
    endpoint.setFaults([{ fault: { kind: 'rateLimit', retryAfterSeconds: 0 } }])
    await expect(client().getBlockNumber()).rejects.toBeInstanceOf(LimitExceededRpcError)
    expect(kinds()).toHaveLength(4)
  })

  test('treats a null receipt as no transaction', async () => {
    endpoint.setFaults([{ times: 1, fault: { kind: 'null' } }])
    const ask = () => client().getTransactionReceipt({ hash: transactionHash })
    await expect(ask()).rejects.toBeInstanceOf(TransactionReceiptNotFoundError)
    expect((await ask()).transactionHash).toBe(transactionHash)
  })
})

describe('ethers', () => {
  const provider = () => {
    const network = Network.from(1337)
    const options = { staticNetwork: network, cacheTimeout: -1 }
    return new JsonRpcProvider(new FetchRequest(endpoint.url), network, options)
  }

  test('retries when told to wait', async () => {
    // It reads Retry-After as milliseconds.
    endpoint.setFaults([{ times: 2, fault: { kind: 'rateLimit', retryAfterSeconds: 1 } }])
    const client = provider()
    expect(await client.getBlockNumber()).toBe(4)
    client.destroy()
    expect(kinds()).toEqual([
      ['eth_blockNumber', 1, 'rateLimit'],
      ['eth_blockNumber', 2, 'rateLimit'],
    ])
  })

  test('returns a null receipt', async () => {
    endpoint.setFaults([{ times: 1, fault: { kind: 'null' } }])
    const client = provider()
    expect(await client.getTransactionReceipt(transactionHash)).toBeNull()
    expect((await client.getTransactionReceipt(transactionHash))?.hash).toBe(transactionHash)
    client.destroy()
  })
})
