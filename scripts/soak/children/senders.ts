import { serveParent } from '../../bench/child.ts'
import {
  emptySendingTally,
  SendingClient,
  type SendingTally,
  type WritableUrls,
} from '../sender.ts'

const tally = emptySendingTally()
let isOver = false
let clients: Promise<unknown>

serveParent({
  /** Starts clients that come and leave until the end. */
  begin: ({ urls, connections }: Assignment): void => {
    const run = async (client: number): Promise<void> => {
      for (let visit = 0; !isOver; visit++) {
        try {
          await new SendingClient(urls, `sender-${client}-${visit}`, tally).visit()
        } catch (error) {
          tally.wrong++
          if (tally.examples.length < 20) tally.examples.push(`error: ${error}`)
        }
      }
    }
    clients = Promise.all(Array.from({ length: connections }, (_, client) => run(client)))
  },
  end: async (): Promise<SendingTally> => {
    isOver = true
    await clients
    return tally
  },
})

interface Assignment {
  readonly urls: WritableUrls
  readonly connections: number
}
