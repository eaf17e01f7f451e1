import type { SealedBlock } from '../../chain/encoding/block.ts'
import type { BlockView } from '../../endpoint/blockView.ts'
import type { EndpointEvents } from '../events/endpointEvents.ts'
import { type HeadEvent, headEvents } from '../events/headEvents.ts'
import type { HeadEntry } from '../events/headHistory.ts'
import { JsonList } from '../jsonList.ts'
import type { SlicePause } from '../longWork.ts'
import { type FilterContent, type FilterPosition, positionAt } from './filter.ts'

/** Which changes to read, and how to write them. */
export interface ChangesToRead {
  readonly content: FilterContent
  readonly from: FilterPosition
  /** an entry that does not change any more */
  readonly end: HeadEntry
  readonly events: EndpointEvents
  readonly viewOf: (block: SealedBlock) => BlockView
  /** whether the changes from this event on are kept for a later poll */
  readonly isWithheld: (event: HeadEvent) => boolean
  /** how many results are returned at a time, and how many bytes of JSON: the rest is kept for the next poll */
  readonly resultsMax: number
  readonly bytesMax: number
}

/** Results, and the position after them. */
export interface FilterChanges {
  readonly results: JsonList
  readonly position: FilterPosition
  /** the block whose next result alone exceeds the limit of bytes */
  readonly tooLarge?: SealedBlock
}

/** Reads what a filter reports about the moves of the head since its last poll. */
export async function readChanges(
  wanted: ChangesToRead,
  pause: SlicePause,
): Promise<FilterChanges> {
  const { from, end } = wanted
  const reader = new ChangesReader(wanted, pause)
  let { entry, events, results } = from
  while (entry !== end) {
    const rest = await reader.readUntilNext({ entry, events, results })
    if (rest !== undefined) return rest
    entry = entry.next as HeadEntry
    events = 0
    results = 0
  }
  return { results: reader.results, position: positionAt(end) }
}

class ChangesReader {
  readonly results = new JsonList()
  readonly #wanted: ChangesToRead
  readonly #pause: SlicePause
  /** whether the last result had no room */
  #isFull = false

  constructor(wanted: ChangesToRead, pause: SlicePause) {
    this.#wanted = wanted
    this.#pause = pause
  }

  /** @returns what was read, where the rest is for a later poll; otherwise undefined */
  async readUntilNext({
    entry,
    events,
    results,
  }: FilterPosition): Promise<FilterChanges | undefined> {
    const change = await this.#wanted.events.changeAfter(entry, () =>
      this.#pause(this.results.bytes),
    )
    let index = 0
    for (const event of headEvents(change)) {
      if (index >= events) {
        const skipped = index === events ? results : 0
        const read = this.#wanted.isWithheld(event) ? 0 : await this.#readEvent(event, skipped)
        if (read !== undefined) return this.#stopAt({ entry, events: index, results: read }, event)
      }
      index++
    }
    return undefined
  }

  #stopAt(position: FilterPosition, { block }: HeadEvent): FilterChanges {
    const { results } = this
    const isStuck = results.length === 0 && this.#isFull
    return { results, position, ...(isStuck && { tooLarge: block }) }
  }

  /** @returns how many results of the event were read, where a limit was reached; otherwise undefined */
  async #readEvent(event: HeadEvent, skipped: number): Promise<number | undefined> {
    const { content, viewOf, resultsMax, bytesMax } = this.#wanted
    const { results } = this
    let read = 0
    const turn = this.#pause(results.bytes)
    if (turn !== undefined) await turn
    for (const result of content.resultsOf(event, viewOf)) {
      if (read >= skipped) {
        const paused = this.#pause(results.bytes)
        if (paused !== undefined) await paused
        if (results.length === resultsMax) return read
        this.#isFull = !results.add(result, bytesMax)
        if (this.#isFull) return read
      }
      read++
    }
    return undefined
  }
}
