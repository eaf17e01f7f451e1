import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { mnemonicToAccount } from 'viem/accounts'
import { afterAll, expect, it } from 'vitest'
import { TEST_MNEMONIC } from '../../../src/chain/spec/spec.ts'
import type { Hex } from '../../../src/primitives/hex.ts'
import { SenderThread } from '../../../src/threads/senders/senderThread.ts'
import type { SharedSenders } from '../../../src/threads/senders/sharedSenders.ts'

const accounts = [0, 1, 2].map((addressIndex) => mnemonicToAccount(TEST_MNEMONIC, { addressIndex }))
const senders = accounts.map(({ address }) => address.toLowerCase())
const rules = { chainId: 1337, hasReplayProtection: true }

const signed = (chainId = rules.chainId): Promise<Hex[]> =>
  Promise.all(
    accounts.map((account) =>
      account.signTransaction({ chainId, type: 'legacy', gas: 21_000n, gasPrice: 1n }),
    ),
  )

const thread = new SenderThread({ seenMin: 0, processors: 2 })
afterAll(() => thread.close())

/** The senders, as soon as the thread has recovered some of them. */
async function recovered(
  shared: SharedSenders | undefined,
  indexes: readonly number[],
): Promise<(Hex | undefined)[]> {
  if (shared === undefined) throw new Error('the thread was not asked')
  while (!shared.isFinished) await setImmediate()
  for (const index of indexes) expect(shared.get(index)).toBeDefined()
  return senders.map((_, index) => shared.get(index))
}

it('recovers senders', async () => {
  const encoded = await signed()
  expect(await recovered(thread.begin(encoded, rules), [0, 1, 2])).toEqual(senders)
})

it('leaves out what has no valid sender', async () => {
  const [first, , last] = (await signed()) as [Hex, Hex, Hex]
  const [other] = (await signed(1)) as [Hex]
  const [one, , three] = senders
  const broken = ['0x', '0xzz', `${first}00`, other] as const
  for (const each of broken) {
    const shared = thread.begin([first, each as Hex, last], rules)
    expect(await recovered(shared, [0, 2])).toEqual([one, undefined, three])
  }
})

it('is not asked before enough transactions were seen, nor without a second processor', async () => {
  const encoded = await signed()
  const patient = new SenderThread({ seenMin: 7, processors: 2 })
  expect(patient.begin(encoded, rules)).toBeUndefined()
  expect(patient.begin(encoded, rules)).toBeUndefined()
  const shared = patient.begin(encoded, rules)
  await recovered(shared, [0, 1, 2])
  await patient.close()
  const alone = new SenderThread({ seenMin: 0, processors: 1 })
  expect(alone.begin(encoded, rules)).toBeUndefined()
})

it('starts again after it has ended', async () => {
  const encoded = await signed()
  await recovered(thread.begin(encoded, rules), [0, 1, 2])
  await thread.close()
  expect(await recovered(thread.begin(encoded, rules), [0, 1, 2])).toEqual(senders)
})

it('leaves all to the caller, and does not try again, where no thread can be started', async () => {
  const encoded = await signed()
  let starts = 0
  const start = (): Worker => {
    starts++
    throw new Error('EAGAIN')
  }
  const none = new SenderThread({ seenMin: 0, processors: 2, start })
  expect(none.begin(encoded, rules)).toBeUndefined()
  expect(none.begin(encoded, rules)).toBeUndefined()
  expect(starts).toBe(1)
  await none.close()
})

it('leaves all to the caller after a thread that fails', async () => {
  const encoded = await signed()
  const worker = new Worker('throw new Error("cannot run")', { eval: true })
  const ended = new Promise((resolve) => worker.once('exit', resolve))
  let starts = 0
  const start = () => {
    starts++
    return worker
  }
  const failing = new SenderThread({ seenMin: 0, processors: 2, start })
  expect(failing.begin(encoded, rules)?.get(0)).toBeUndefined()
  await ended
  expect(failing.begin(encoded, rules)).toBeUndefined()
  expect(starts).toBe(1)
})

it('is asked for one batch at a time', async () => {
  const encoded = await signed()
  // It answers nothing, so that the first batch is finished only when the test says so.
  const start = () => new Worker('setInterval(() => {}, 60_000)', { eval: true })
  const silent = new SenderThread({ seenMin: 0, processors: 2, start })
  const first = silent.begin(encoded, rules)
  expect(first).toBeDefined()
  expect(silent.begin(encoded, rules)).toBeUndefined()
  first?.finish()
  expect(silent.begin(encoded, rules)).toBeDefined()
  await silent.close()
})

it('is started again where it has ended by itself', async () => {
  const encoded = await signed()
  const workers: Worker[] = []
  const start = () => {
    const worker = new Worker('', { eval: true })
    workers.push(worker)
    return worker
  }
  const ending = new SenderThread({ seenMin: 0, processors: 2, start })
  for (const count of [1, 2]) {
    expect(ending.begin(encoded, rules)).toBeDefined()
    expect(workers).toHaveLength(count)
    await once(workers[count - 1] as Worker, 'exit')
  }
})
