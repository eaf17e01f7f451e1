import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import { loadChain } from '../../../src/formats/loadChain.ts'
import { recordChain } from '../../../src/recordChain.ts'
import { serve } from '../../../src/serve.ts'
import type { Server } from '../../../src/server/serve.ts'
import { startFaultyNode } from '../../support/faultyNode.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'
import { post, request } from '../../support/transports.ts'

// Recordings of blocks that ommer cannot encode, as other networks have them.

// biome-ignore lint/suspicious/noExplicitAny: answers of any method
type Json = any

const HEAD = 6
const folder = temporaryFolder()
let count = 0
const chain = await createChain({
  seed: 'other networks',
  blocks: HEAD,
  preset: 'latest',
  transactionsPerBlock: [3, 3],
})
const server = await serve(chain, { port: 0 })
const node = await startFaultyNode(server.url)
afterAll(async () => {
  await node.close()
  await server.close()
})

async function ask(url: string, method: string, ...params: unknown[]): Promise<Json> {
  const answer = JSON.parse(await (await post(url, request(method, params))).text())
  return answer.error ?? answer.result
}

interface Change {
  /** whether the node has no fee history */
  readonly isSilent?: boolean
  readonly block?: (block: Json) => void
  readonly receipt?: (receipt: Json, index: number) => void
}

/** Serves a recording of changed blocks. */
async function serveChanged({ block, receipt, isSilent }: Change): Promise<Server> {
  node.fault = ({ method }) => ({
    change: (text) => {
      const answer = JSON.parse(text)
      if (method === 'eth_getBlockByNumber' && answer.result) block?.(answer.result)
      if (method === 'eth_getBlockReceipts') answer.result?.forEach(receipt ?? (() => {}))
      if (method === 'eth_feeHistory' && isSilent) answer.result = null
      return JSON.stringify(answer)
    },
  })
  const path = join(folder, String(count++))
  await recordChain(node.url, { from: 1, to: HEAD, folder: path, verify: false })
  return serve(await loadChain(path, { verify: false }), { port: 0, dev: true })
}

const typed = (type: string) => ({
  block: ({ transactions }: Json) => {
    if (transactions[0]?.hash) Object.assign(transactions[0], { type })
  },
  receipt: (receipt: Json, index: number) => {
    if (index === 0) Object.assign(receipt, { type, effectiveGasPrice: '0x0' })
  },
})

describe.each(['0x7e', '0x64', '0x6a', '0x7f'])(
  'a recording with transactions of type %s',
  (type) => {
    let recording: Server
    beforeAll(async () => {
      recording = await serveChanged(typed(type))
      return () => recording.close()
    })

    it('has the fees of its headers', async () => {
      for (const method of [
        'eth_baseFee',
        'eth_blobBaseFee',
        'eth_maxPriorityFeePerGas',
        'eth_gasPrice',
      ]) {
        expect(await ask(recording.url, method)).toMatch(/^0x[1-9a-f]/)
      }
      for (const method of ['eth_baseFee', 'eth_blobBaseFee']) {
        expect(await ask(recording.url, method)).toBe(await ask(server.url, method))
      }
      const params = ['0x3', 'latest', [0, 100]]
      const own = await ask(server.url, 'eth_feeHistory', ...params)
      const { reward, ...fees } = await ask(recording.url, 'eth_feeHistory', ...params)
      const { reward: ownReward, ...ownFees } = own
      expect(fees).toEqual(ownFees)
      // What the first transaction paid nothing for.
      for (const [lowest, highest] of reward) {
        expect(lowest).toBe('0x0')
        expect(BigInt(highest)).toBeLessThanOrEqual(10n ** 12n)
      }
    })

    it('says that bytes of its blocks are unknown', async () => {
      const { hash, transactions } = await ask(
        recording.url,
        'eth_getBlockByNumber',
        'latest',
        false,
      )
      const message = `the bytes of block ${HEAD} are unknown: ommer cannot encode what was recorded`
      for (const method of ['debug_getRawBlock', 'debug_getRawHeader', 'debug_getRawReceipts']) {
        for (const block of ['latest', '0x6', hash]) {
          expect([method, block, await ask(recording.url, method, block)]).toEqual([
            method,
            block,
            { code: -32000, message },
          ])
        }
      }
      const pastEnd = ['latest', '0x9']
      const raw = await ask(recording.url, 'eth_getRawTransactionByBlockNumberAndIndex', ...pastEnd)
      expect(raw).toBe('0x')
      for (const method of ['debug_getRawTransaction', 'eth_getRawTransactionByHash']) {
        expect(await ask(recording.url, method, transactions[1])).toEqual({ code: -32000, message })
      }
    })

    it('says which state is missing, and returns what was recorded', async () => {
      const { stateRoot } = await ask(recording.url, 'eth_getBlockByNumber', 'latest', false)
      const message = `historical state ${stateRoot.slice(2)} is not available`
      const to = `0x${'11'.repeat(20)}`
      for (const [method, ...params] of [
        ['eth_getBalance', to, 'latest'],
        ['eth_call', { to }, 'latest'],
        ['eth_estimateGas', { to }],
        ['eth_getTransactionCount', to, '0x6'],
      ] as const) {
        expect([method, await ask(recording.url, method, ...params)]).toEqual([
          method,
          { code: -32000, message },
        ])
      }
      const receipts = await ask(recording.url, 'eth_getBlockReceipts', 'latest')
      expect(receipts[0]).toMatchObject({ type, effectiveGasPrice: '0x0' })
      expect(await ask(recording.url, 'eth_getBlockReceipts', 'pending')).toEqual(receipts)
    })
  },
)

it('takes a price below the base fee for a tip of 0', async () => {
  const recording = await serveChanged({
    block({ transactions }) {
      for (const each of transactions) {
        if (each.hash)
          Object.assign(each, { type: '0x0', gasPrice: '0x1', chainId: '0x539', v: '0xa95' })
      }
    },
  })
  const { reward } = await ask(recording.url, 'eth_feeHistory', '0x2', 'latest', [0, 100])
  expect(reward).toEqual([
    ['0x0', '0x0'],
    ['0x0', '0x0'],
  ])
  await recording.close()
})

describe('a recording of a chain with other base fees', () => {
  const odd = {
    isSilent: true,
    block: (block: Json) => {
      Object.assign(block, { excessBlobGas: '0x0', blobGasUsed: '0x0' })
      Object.assign(block, { baseFeePerGas: `0x${(1000 + Number(block.number)).toString(16)}` })
    },
  }

  it('has those that were recorded, and does not invent the next one', async () => {
    const recording = await serveChanged(odd)
    const problem = `the base fee after block ${HEAD} is unknown: the base fees of its chain are not those of EIP-1559 on mainnet`
    const error = { code: -32000, message: problem, data: { code: 'UNKNOWN_FEE' } }
    expect(await ask(recording.url, 'eth_baseFee')).toEqual(error)
    expect(await ask(recording.url, 'eth_feeHistory', '0x2', 'latest', [])).toEqual(error)
    const { baseFeePerGas } = await ask(recording.url, 'eth_feeHistory', '0x2', '0x5', [])
    expect(baseFeePerGas).toEqual(['0x3ec', '0x3ed', '0x3ee'])
    await recording.close()
  })
})

it('says which field of a header is unknown', async () => {
  const recording = await serveChanged({
    block: (block) => {
      delete block.gasUsed
    },
  })
  const message = `block ${HEAD}: gasUsed is unknown`
  for (const [method, ...params] of [
    ['eth_baseFee'],
    ['eth_blobBaseFee'],
    ['eth_gasPrice'],
    ['eth_feeHistory', '0x1', 'latest', []],
  ] as const) {
    expect([method, await ask(recording.url, method, ...params)]).toEqual([
      method,
      { code: -32000, message, data: { code: 'UNKNOWN_FEE' } },
    ])
  }
  await recording.close()
})

it('has no base fee where its blocks have none', async () => {
  const recording = await serveChanged({
    block: (block) => {
      for (const name of [
        'baseFeePerGas',
        'excessBlobGas',
        'blobGasUsed',
        'requestsHash',
        'withdrawalsRoot',
      ])
        delete block[name]
    },
  })
  expect(await ask(recording.url, 'eth_baseFee')).toBeNull()
  expect(await ask(recording.url, 'eth_blobBaseFee')).toBeNull()
  await recording.close()
})
