import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { isAtLeast } from '../../../src/chain/protocol/forks.ts'
import { exportChain } from '../../../src/exportChain.ts'
import { loadChain } from '../../../src/formats/loadChain.ts'
import { toQuantity } from '../../../src/primitives/hex.ts'
import { serve } from '../../../src/server/serve.ts'
import { sharedChain } from '../../support/chain.ts'
import { headersOf } from '../../support/headersOf.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'

describe('the base fees of a head', async () => {
  const chain = await sharedChain({ preset: 'history', blocks: 96, seed: 'fees' })
  const server = await serve(chain, { port: 0 })
  afterAll(() => server.close())

  test('are that of the next block, and the blob base fee of its own; null before their fork', async () => {
    const headers = headersOf(chain)
    for (const [head, { fork }] of headers.slice(0, -1).entries()) {
      const endpoint = server.endpoint(`at-${head}`, { head })
      const next = headers[head + 1]?.header.baseFeePerGas
      const expected = next === undefined ? null : toQuantity(next)
      expect(await endpoint.request({ method: 'eth_baseFee' })).toBe(expected)
      const price = chain.tree.byNumber(head)?.blobGasPrice ?? 0n
      const blobFee = isAtLeast(fork, 'cancun') ? toQuantity(price) : null
      expect(await endpoint.request({ method: 'eth_blobBaseFee' })).toBe(blobFee)
    }
  })
})

describe('a part of a chain without state', async () => {
  const folder = temporaryFolder()
  const whole = await sharedChain({ preset: 'latest', blocks: 24, seed: 'fees' })
  await exportChain(whole, join(folder, 'part'), { format: 'json', from: 10 })
  const chain = await loadChain(join(folder, 'part'))
  const server = await serve(chain, { port: 0 })
  afterAll(() => server.close())

  const ask = (method: string, ...params: unknown[]) => server.request({ method, params })

  test('has the fees of its blocks, and no history that begins before them', async () => {
    expect(await ask('eth_feeHistory', 3, 'latest', [50])).toMatchObject({ oldestBlock: '0x16' })
    expect(await ask('eth_feeHistory', 15, 'latest', [50])).toMatchObject({ oldestBlock: '0xa' })
    const empty = { oldestBlock: '0x0', gasUsedRatio: null }
    expect(await ask('eth_feeHistory', 16, 'latest', [50])).toEqual(empty)
  })

  test('suggests a tip from its blocks', async () => {
    const tip = BigInt((await ask('eth_maxPriorityFeePerGas')) as string)
    expect(tip).toBeGreaterThanOrEqual(1_000_000n)
    const baseFee = chain.head.header.baseFeePerGas ?? 0n
    expect(await ask('eth_gasPrice')).toBe(toQuantity(tip + baseFee))
  })

  test('has no pending block, so that the history ends with the head', async () => {
    const history = (await ask('eth_feeHistory', 3, 'pending', [])) as { oldestBlock: string }
    expect(['0x16', '0x17']).toContain(history.oldestBlock)
  })

  test('has no fork id, because its genesis is not known', async () => {
    await expect(ask('eth_config')).rejects.toMatchObject({
      code: -32000,
      message: 'unable to load genesis: header not found',
    })
  })

  test('says in its capabilities that state is not available', async () => {
    const { hash } = chain.tree.head
    const kept = { disabled: false, oldestBlock: '0xa' }
    const none = { disabled: true }
    expect(await ask('eth_capabilities')).toEqual({
      head: { number: '0x18', hash },
      state: none,
      stateproofs: none,
      tx: kept,
      logs: kept,
      receipts: kept,
      blocks: kept,
    })
  })

  test('has no accounts', async () => {
    expect(await ask('eth_accounts')).toEqual([])
  })
})
