import { SerialQueue } from '../../primitives/serialQueue.ts'
import { startThread } from '../startThread.ts'
import type { NameSearch } from './searchName.ts'

/** Several searches at once would only take the processors from everything else. */
const searches = new SerialQueue()

/**
 * Searches a name in a thread of its own, as `searchName` does.
 *
 * @throws if no thread can be started
 */
export function searchInThread(search: NameSearch): Promise<Uint8Array | undefined> {
  return searches.run(async () => {
    const thread = startThread('nameWorker')
    try {
      return await new Promise<Uint8Array | undefined>((resolve, reject) => {
        thread.once('message', resolve)
        thread.once('error', reject)
        thread.postMessage(search)
      })
    } finally {
      await thread.terminate()
    }
  })
}
