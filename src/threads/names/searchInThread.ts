import type { Worker } from 'node:worker_threads'
import { SerialQueue } from '../../primitives/serialQueue.ts'
import { startThread } from '../startThread.ts'
import type { NameSearch } from './searchName.ts'

/** In milliseconds: how long the thread is kept without work, with what it remembers. */
const IDLE_MS = 30_000

/** Several searches at once would only take the processors from everything else. */
const searches = new SerialQueue()
let thread: Worker | undefined
let idle: NodeJS.Timeout | undefined

/**
 * Searches a name in a thread of its own, as `searchName` does.
 *
 * @param signal ends the search, with its reason
 * @throws if no thread can be started
 */
export function searchInThread(
  search: NameSearch,
  signal?: AbortSignal,
): Promise<Uint8Array | undefined> {
  return searches.run(async () => {
    signal?.throwIfAborted()
    clearTimeout(idle)
    thread ??= start()
    try {
      return await nameFrom(thread, search, signal)
    } finally {
      // It must not keep a program alive that has nothing else to do.
      thread?.unref()
      idle = setTimeout(endThread, IDLE_MS).unref()
    }
  })
}

function start(): Worker {
  const started = startThread('nameWorker')
  started.on('error', () => {
    thread = undefined
  })
  return started
}

function nameFrom(
  worker: Worker,
  search: NameSearch,
  signal: AbortSignal | undefined,
): Promise<Uint8Array | undefined> {
  worker.ref()
  return new Promise((resolve, reject) => {
    const abort = () => {
      // It does not listen while it searches.
      endThread()
      end()
      reject(signal?.reason)
    }
    const end = () => {
      worker.off('error', reject)
      signal?.removeEventListener('abort', abort)
    }
    signal?.addEventListener('abort', abort)
    worker.once('error', reject)
    worker.once('message', (name: Uint8Array | undefined) => {
      end()
      resolve(name)
    })
    worker.postMessage(search)
  })
}

function endThread(): void {
  void thread?.terminate()
  thread = undefined
}
