import type { SealedBlock } from '../../chain/encoding/block.ts'
import type { BlockView } from '../../endpoint/blockView.ts'
import type { SentLog } from '../../endpoint/sentLog.ts'
import { SerialQueue } from '../../primitives/serialQueue.ts'
import type { HeadEvent } from '../events/headEvents.ts'
import type { HeadEntry } from '../events/headHistory.ts'
import type { LogFilter } from '../params/logFilter.ts'

/** The transactions that a filter has not reported. */
export interface SentPosition {
  readonly log: SentLog
  /** whether it reports transaction objects instead of hashes */
  readonly full: boolean
  /** of the log: those before it were reported, or sent before the filter was created */
  position: number
}

/** What a filter reports. */
export interface FilterContent {
  /** an estimate of how many bytes it takes */
  readonly bytes: number
  /** of a filter of logs; undefined for other filters */
  readonly logFilter: LogFilter | undefined
  /** of a filter of transactions that are sent */
  readonly sent?: SentPosition
  /**
   * The results for an event, in order, as JSON.
   *
   * @param viewOf writes a block in the dialect of the client
   */
  resultsOf(event: HeadEvent, viewOf: (block: SealedBlock) => BlockView): Iterable<string>
}

/** Up to where the changes of a filter were returned. */
export interface FilterPosition {
  readonly entry: HeadEntry
  /** how many of the events between this entry and the next were returned as well */
  readonly events: number
  /** how many results of the event after those */
  readonly results: number
}

/** How many filters a connection has created that still exist. */
export interface FilterCount {
  count: number
}

/** The description of a new filter. */
export interface NewFilter {
  readonly content: FilterContent
  readonly creator: FilterCount
  /** see `Filter` */
  readonly origin: string | undefined
}

export class Filter {
  readonly content: FilterContent
  readonly creator: FilterCount
  position: FilterPosition
  /** of the web page that created it; undefined if a program did */
  readonly origin: string | undefined
  /** when it was created or polled last, in milliseconds of any clock */
  polledAt: number
  /** resolves when the polls that have begun are answered */
  readonly #polls = new SerialQueue()

  constructor({ content, creator, origin }: NewFilter, entry: HeadEntry, now: number) {
    this.content = content
    this.creator = creator
    this.origin = origin
    this.position = positionAt(entry)
    this.polledAt = now
  }

  /**
   * Whether a client may use it. Pages use only filters of pages of their origin: ids are the same in every run, so that
   * any page that a developer visits knows them, and a poll takes the changes away from the filter's owner.
   *
   * @param origin of the page that asks; undefined if a program asks
   */
  isOpenTo(origin: string | undefined): boolean {
    return origin === undefined || origin === this.origin
  }

  /** Runs polls one after another, so that no two return the same changes. */
  exclusively<T>(poll: () => Promise<T>): Promise<T> {
    return this.#polls.run(poll)
  }
}

/** The position where everything up to an entry was returned. */
export function positionAt(entry: HeadEntry): FilterPosition {
  return { entry, events: 0, results: 0 }
}
