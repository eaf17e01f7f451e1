import { MessageChannel, Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { askMainThread } from '../../../src/threads/calls/askMainThread.ts'

/** Answers each question with its number, but wakes the asker before, and answers only when it waits again. */
const WAKES_EARLY = `
const { workerData: { port, signals } } = require('node:worker_threads')
port.on('message', ({ ask }) => {
  for (let woken = 0; woken < 2; ) woken += Atomics.notify(signals, 0)
  port.postMessage({ answer: ask })
  Atomics.store(signals, 0, 1)
  Atomics.notify(signals, 0)
})
`

test('a late notification does not mix up answers', async () => {
  const signals = new Int32Array(new SharedArrayBuffer(8))
  const { port1: port, port2 } = new MessageChannel()
  const worker = new Worker(WAKES_EARLY, {
    eval: true,
    workerData: { port: port2, signals },
    transferList: [port2],
  })
  try {
    for (let number = 0; number < 20; number++) {
      const sent = askMainThread({ port, signals }, { kind: 'blockHash', ask: number })
      expect(sent).toEqual({ answer: number })
    }
  } finally {
    await worker.terminate()
    port.close()
  }
})
