import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import { ANSWERED, type Question, type SentAnswer, type WorkerSetup } from './callMessages.ts'

/** Asks the main thread, and waits for its answer without a turn of the event loop. */
export function askMainThread({ port, signals }: WorkerSetup, question: Question): SentAnswer {
  Atomics.store(signals, ANSWERED, 0)
  port.postMessage(question)
  // Again if woken early: the answer before can be received, and this question be sent, before its notification arrives.
  while (Atomics.load(signals, ANSWERED) === 0) Atomics.wait(signals, ANSWERED, 0)
  return receive(port)
}

function receive(port: MessagePort): SentAnswer {
  const received = receiveMessageOnPort(port)
  if (received === undefined) throw new Error('the main thread has sent no answer')
  return received.message
}
