import { describe, expect, it } from 'vitest'
import { blockOf } from '../../../src/explorer/activity/blockOf.ts'
import type { LoggedAnswer } from '../../../src/explorer/activity/requestLog.ts'

const hash = `0x${'12'.repeat(32)}`
const other = `0x${'34'.repeat(32)}`

function blockIn(method: string, params: unknown, answer: LoggedAnswer = {}): string | undefined {
  return blockOf({ sequence: 1, type: 'request', time: 0, outcome: 'ok', method, params, answer })
}

describe('blockOf', () => {
  it('finds the block in the answer', () => {
    const block = { result: { hash, parentHash: other } }
    expect(blockIn('eth_getBlockByNumber', ['latest', false], block)).toBe(hash)
    const transaction = { result: { hash: other, blockHash: hash } }
    expect(blockIn('eth_getTransactionByHash', [other], transaction)).toBe(hash)
    expect(blockIn('eth_getLogs', [{}], { result: [{ blockHash: hash }] })).toBe(hash)
  })

  it('finds it in the parameters', () => {
    expect(blockIn('eth_getBlockByNumber', ['0x10', false])).toBe('16')
    expect(blockIn('eth_getBlockReceipts', [hash])).toBe(hash)
    expect(blockIn('eth_getBalance', [`0x${'ab'.repeat(20)}`, '0x5'])).toBe('5')
  })

  it('finds none where there is none', () => {
    expect(blockIn('eth_chainId', [])).toBeUndefined()
    expect(blockIn('eth_getTransactionByHash', [hash], { result: null })).toBeUndefined()
    expect(blockIn('eth_call', undefined)).toBeUndefined()
  })
})
