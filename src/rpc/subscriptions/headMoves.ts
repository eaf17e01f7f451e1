import type { SealedBlock } from '../../chain/encoding/block.ts'
import { pathBetween } from '../../chain/store/treePath.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import type { HeadChange } from '../../endpoint/headListeners.ts'
import { type Answer, encodeResult } from '../answer.ts'
import { type Tags, tagsOf } from '../tags.ts'
import type { Feed, FeedQueue } from './feed.ts'

/** How many moves wait for a client; more are merged into one. */
const QUEUED_MAX = 64

/** How many hashes of blocks a list of a notification has. */
const HASHES_MAX = 1024

interface QueuedMove {
  readonly head: SealedBlock
  readonly tags: Tags
  readonly change: HeadChange
}

/**
 * Sends each move of the head, and each change of the tags `safe` and `finalized`. A client that does not read gets one
 * move from where it was to where the head is.
 */
export function headMoves(endpoint: Endpoint): Feed {
  return {
    name: 'ommer_headMoves',
    bytes: 0,
    removed: () => [],
    added: () => [],
    queue: new HeadMoves(endpoint),
  }
}

class HeadMoves implements FeedQueue {
  readonly #endpoint: Endpoint
  #queue: QueuedMove[] = []
  /** whether moves were dropped since the last one that was sent */
  #isBehind = false
  #isWatched = false
  /** which the chain keeps while this is watched */
  #sentHead: SealedBlock
  #sentTags: Tags

  constructor(endpoint: Endpoint) {
    this.#endpoint = endpoint
    this.#sentHead = endpoint.head
    this.#sentTags = tagsOf(endpoint)
  }

  watch(onReady: () => void): () => void {
    const endpoint = this.#endpoint
    endpoint.chain.children.retain(this.#sentHead)
    this.#isWatched = true
    const stops = [
      () => {
        this.#isWatched = false
        endpoint.chain.children.release(this.#sentHead)
      },
      endpoint.onHeadChange((change) => {
        this.#add(change)
        onReady()
      }),
      endpoint.onFinalityChange(onReady),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }

  take(): Answer | undefined {
    const endpoint = this.#endpoint
    const next = this.#queue.shift()
    if (next !== undefined) return this.#send(next)
    const { head } = endpoint
    const tags = tagsOf(endpoint)
    if (!this.#isBehind && isSame(tags, this.#sentTags)) return undefined
    this.#isBehind = false
    return this.#send({
      head,
      tags,
      change: pathBetween(endpoint.chain.tree, this.#sentHead, head),
    })
  }

  #add(change: HeadChange): void {
    if (this.#isBehind) return
    if (this.#queue.length >= QUEUED_MAX) {
      this.#queue = []
      this.#isBehind = true
      return
    }
    const endpoint = this.#endpoint
    this.#queue.push({ head: endpoint.head, tags: tagsOf(endpoint), change })
  }

  #send({ head, tags, change: { removed, added } }: QueuedMove): Answer {
    const { children } = this.#endpoint.chain
    if (this.#isWatched) {
      children.retain(head)
      children.release(this.#sentHead)
    }
    this.#sentHead = head
    this.#sentTags = tags
    // Of the removed blocks those next to the fork, of the added ones those next to the head.
    const lists = { removed: removed.slice(-HASHES_MAX), added: added.slice(-HASHES_MAX) }
    const omitted = removed.length + added.length - lists.removed.length - lists.added.length
    return encodeResult({
      ...tags,
      removed: lists.removed.map(({ hash }) => hash),
      added: lists.added.map(({ hash }) => hash),
      ...(omitted > 0 && { omitted }),
    })
  }
}

function isSame(one: Tags, other: Tags): boolean {
  return (['head', 'safe', 'finalized'] as const).every(
    (tag) => one[tag]?.hash === other[tag]?.hash,
  )
}
