import { expect, it, vi } from 'vitest'
import { geth } from '../../src/endpoint/dialects/geth.ts'
import { JournalError } from '../../src/log/journalError.ts'
import type { Caller } from '../../src/rpc/caller.ts'
import { RequestError } from '../../src/rpc/errors.ts'
import { Exchange, type ExchangeOptions } from '../../src/rpc/exchange.ts'
import { until } from '../support/until.ts'

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

it('says only what is kept, also in an error', async () => {
  const nonce = new RequestError('SERVER_ERROR', 'nonce too low')
  const lost = new JournalError('JOURNAL_NOT_WRITTEN', 'the change may be lost')
  const waits: { resolve(): void; reject(error: Error): void }[] = []
  const kept = () => new Promise<void>((resolve, reject) => waits.push({ resolve, reject }))
  const waiting = { ...caller, dialect: geth, endpoint: { ...caller.endpoint, changes: { kept } } }
  const throwing = {
    ...options,
    dispatcher: {
      moves: new Map(),
      call() {
        throw nonce
      },
    },
  }
  const read = { id: '1', method: 'eth_sendRawTransaction', params: [], problem: undefined }
  const ask = async () => {
    const exchange = new Exchange(
      waiting as unknown as Caller,
      throwing as unknown as ExchangeOptions,
    )
    const [answer] = await exchange.answerAll([read], { pause: () => undefined, isObserved: false })
    return JSON.stringify(answer)
  }
  const first = ask()
  await until(() => waits.length === 1)
  waits[0]?.resolve()
  expect(await first).toContain('nonce too low')
  const second = ask()
  await until(() => waits.length === 2)
  waits[1]?.reject(lost)
  expect(await second).toContain('the change may be lost')
})
