import type { Timeline, TimelineEvent } from '../../endpoint/activity/timeline.ts'
import { type Answer, encodeResultText } from '../answer.ts'
import { timelineJson } from '../timelineJson.ts'
import type { Feed, FeedQueue } from './feed.ts'

/** How long new entries are collected before they are sent. */
const INTERVAL_MS = 100

/** How many entries a notification has: the newest of those since the last one. */
const ENTRIES_MAX = 200

/** How many such subscriptions a connection may have: each can send hundreds of kilobytes at a time. */
const FEEDS_MAX = 4

/**
 * Sends the entries of a timeline some time after they were made, several at once. It keeps none of them itself: those
 * that a client does not read in time are lost, and counted.
 *
 * @param method of the entries; by default of any
 */
export function requestFeed(timeline: Timeline, method?: string): Feed {
  return {
    name: 'ommer_requests',
    bytes: 0,
    max: FEEDS_MAX,
    removed: () => [],
    added: () => [],
    queue: new NewEntries(timeline, method),
  }
}

class NewEntries implements FeedQueue {
  readonly #timeline: Timeline
  readonly #method: string | undefined
  #sent: number
  #timer: NodeJS.Timeout | undefined

  constructor(timeline: Timeline, method: string | undefined) {
    this.#timeline = timeline
    this.#method = method
    this.#sent = timeline.last
  }

  watch(onReady: () => void): () => void {
    const stop = this.#timeline.onAdded(() => {
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined
        onReady()
      }, INTERVAL_MS).unref()
    })
    return () => {
      stop()
      clearTimeout(this.#timer)
    }
  }

  take(): Answer | undefined {
    const { last, first } = this.#timeline
    if (last === this.#sent) return undefined
    // Some of those that are not kept any more may have had another method.
    let lost = Math.max(0, first - this.#sent - 1)
    const events: TimelineEvent[] = []
    for (let at = Math.max(this.#sent + 1, first); at <= last; at++) {
      const event = this.#timeline.get(at)
      if (event !== undefined && this.#isWanted(event)) events.push(event)
    }
    this.#sent = last
    if (events.length === 0 && lost === 0) return undefined
    lost += Math.max(0, events.length - ENTRIES_MAX)
    const entries = events.slice(-ENTRIES_MAX).map((event) => timelineJson(event, false))
    return encodeResultText(`{"entries":[${entries.join(',')}],"lost":${lost}}`)
  }

  #isWanted(event: TimelineEvent): boolean {
    if (this.#method === undefined) return true
    const { method } = event.type === 'request' ? event.kept.call : event
    return method === this.#method
  }
}
