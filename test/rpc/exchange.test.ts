import { expect, it, vi } from 'vitest'
import type { Caller } from '../../src/rpc/caller.ts'
import { Exchange, type ExchangeOptions } from '../../src/rpc/exchange.ts'

const mineJoined = vi.fn(async () => {})
const caller = {
  key: 'a',
  endpoint: { miner: { mineJoined }, activity: { addCall() {} }, changes: { kept() {} } },
} as unknown as Caller
const options = {
  dispatcher: { moves: new Map(), call: () => '"0x1"' },
  answerBytesMax: 1000,
  observer: { answered() {}, refused() {} },
} as unknown as ExchangeOptions

it('mines what a batch has sent when its client disconnects before the end', async () => {
  const send = { id: '1', method: 'eth_sendRawTransaction', params: [], problem: undefined }
  let turns = 0
  const pause = (): undefined => {
    expect(mineJoined).not.toHaveBeenCalled()
    if (++turns === 3) throw new Error('the client is gone')
  }
  const answers = new Exchange(caller, options).answerAll([send, send, send], {
    pause,
    isObserved: false,
  })
  await expect(answers).rejects.toThrow('the client is gone')
  expect(mineJoined).toHaveBeenCalledOnce()
})
