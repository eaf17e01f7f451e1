import type { Timeline } from '../../endpoint/activity/timeline.ts'
import { type Answer, encodeResultText } from '../answer.ts'
import { timelineJson } from '../timelineJson.ts'
import type { Feed, FeedQueue } from './feed.ts'

/** How long new entries are collected before they are sent. */
const INTERVAL_MS = 100

/** How many entries a notification has: the newest of those since the last one. */
const ENTRIES_MAX = 200

/**
 * Sends the entries of a timeline some time after they were made, several at once. It keeps none of them itself: those
 * that a client does not read in time are lost, and counted.
 */
export function requestFeed(timeline: Timeline): Feed {
  return {
    name: 'ommer_requests',
    bytes: 0,
    removed: () => [],
    added: () => [],
    queue: new NewEntries(timeline),
  }
}

class NewEntries implements FeedQueue {
  readonly #timeline: Timeline
  #sent: number
  #timer: NodeJS.Timeout | undefined

  constructor(timeline: Timeline) {
    this.#timeline = timeline
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
    const from = Math.max(this.#sent + 1, first, last - ENTRIES_MAX + 1)
    const lost = from - this.#sent - 1
    const entries: string[] = []
    for (let at = from; at <= last; at++) {
      const event = this.#timeline.get(at)
      if (event !== undefined) entries.push(timelineJson(event, false))
    }
    this.#sent = last
    return encodeResultText(`{"entries":[${entries.join(',')}],"lost":${lost}}`)
  }
}
