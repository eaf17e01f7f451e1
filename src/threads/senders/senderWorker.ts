import { parentPort } from 'node:worker_threads'
import { decodeSentTransaction } from '../../pool/decodeSent.ts'
import { recoverSender } from '../../pool/sentSender.ts'
import { fromHex, type Hex } from '../../primitives/hex.ts'
import { lowerPriority } from '../lowerPriority.ts'
import type { SenderJob } from './senderMessages.ts'
import { SharedSenders } from './sharedSenders.ts'

// The program of the thread that recovers senders.

lowerPriority()
parentPort?.on('message', ({ encoded, rules, memory }: SenderJob) => {
  const senders = new SharedSenders(memory)
  // From the end, because the main thread begins at the other one: where they meet, all are taken.
  for (let index = encoded.length - 1; index >= 0 && senders.take(index); index--) {
    try {
      const transaction = decodeSentTransaction(fromHex(encoded[index] as Hex))
      senders.set(index, fromHex(recoverSender(transaction, rules)))
    } catch {
      // The main thread finds out what is wrong with it.
    }
  }
  senders.finish()
})
