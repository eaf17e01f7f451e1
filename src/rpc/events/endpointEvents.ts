import { findPath } from '../../chain/store/treePath.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import type { HeadChange } from '../../endpoint/headListeners.ts'
import type { SlicePause } from '../longWork.ts'
import { type HeadEntry, HeadHistory } from './headHistory.ts'

/** A reader of the moves of an endpoint: the filters of the endpoint, or the subscriptions of a connection. */
export interface EventReader {
  /** The number of the oldest entry that it needs. */
  readonly oldest: number
  /** Called when the head has moved. */
  onMove(): void
  /** Ends what needs entries up to a number, the longest waiting first, until memory is no longer short. */
  endUpTo(number: number, isShort: () => boolean): void
}

const byEndpoint = new WeakMap<Endpoint, EndpointEvents>()

/** The events of an endpoint, which all of its filters and subscriptions read. */
export function eventsOf(endpoint: Endpoint): EndpointEvents {
  const known = byEndpoint.get(endpoint)
  if (known !== undefined) return known
  const events = new EndpointEvents(endpoint)
  byEndpoint.set(endpoint, events)
  return events
}

/** The moves of an endpoint since its first reader began. They are recorded once, however many read them. */
export class EndpointEvents {
  readonly #endpoint: Endpoint
  readonly #readers = new Set<EventReader>()
  #history: HeadHistory | undefined
  #stopListening: (() => void) | undefined
  #stopFreeing: (() => void) | undefined

  constructor(endpoint: Endpoint) {
    this.#endpoint = endpoint
  }

  /** Keeps from now on what a reader needs, and notifies it of moves. */
  begin(reader: EventReader): void {
    this.#readers.add(reader)
    this.#history ??= new HeadHistory(this.#endpoint.head, this.#endpoint.chain)
    this.#stopListening ??= this.#endpoint.onHeadChange((change) => this.#record(change))
  }

  end(reader: EventReader): void {
    this.#readers.delete(reader)
    if (this.#readers.size > 0) return
    this.#stopListening?.()
    this.#stopListening = undefined
    this.#stopFreeing?.()
    this.#stopFreeing = undefined
    this.#history?.forgetBefore(Number.POSITIVE_INFINITY)
    this.#history = undefined
  }

  /** The number of the last entry; 0 while nobody reads. */
  get last(): number {
    return this.#history?.last.number ?? 0
  }

  /** The present, as an entry that does not change any more. There must be a reader. */
  mark(): HeadEntry {
    return (this.#history as HeadHistory).mark()
  }

  /** Frees what no reader needs any more. */
  forget(): void {
    let oldest = this.last
    for (const reader of this.#readers) oldest = Math.min(oldest, reader.oldest)
    this.#history?.forgetBefore(oldest)
  }

  /** What happened between an entry and the next. */
  async changeAfter({ head, next }: HeadEntry, pause: SlicePause): Promise<HeadChange> {
    const { chain } = this.#endpoint
    const end = next as HeadEntry
    // After a reset to another network, only the tree of before has the blocks of before.
    const tree = end.base === chain.base ? chain.tree : end.tree
    const steps = findPath(tree, head, end.head)
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done) return step.value
      const turn = pause()
      if (turn !== undefined) await turn
    }
  }

  #record(change: HeadChange): void {
    this.forget()
    this.#history?.record(change, this.#endpoint.head)
    if (change.removed.length > 0) {
      this.#stopFreeing ??= this.#endpoint.chain.memory.onShortage(this.#free, 'wanted')
    }
    for (const reader of [...this.#readers]) reader.onMove()
  }

  /** Ends readers because they keep blocks that the head has left, and there is no memory for these. */
  readonly #free = (isShort: () => boolean): boolean => {
    const endpoint = this.#endpoint
    const { children } = endpoint.chain
    this.forget()
    const undone = this.#history?.lastBefore(
      (head) => children.canFree(head) && endpoint.blockByNumber(head.number)?.hash !== head.hash,
    )
    for (const reader of undone === undefined ? [] : this.#readers) {
      if (!isShort()) return true
      reader.endUpTo(undone as number, isShort)
    }
    this.#stopFreeing = undefined
    return false
  }
}
