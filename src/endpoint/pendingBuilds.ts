import type { BlockTime } from '../chain/byHand/blockTime.ts'
import type { SealedBlock } from '../chain/encoding/block.ts'
import { type HeaderSettings, settingsText } from '../chain/generate/headerSettings.ts'
import type { Unserved } from './buildWithServed.ts'
import type { PendingTransaction } from './endpointPool.ts'

/** What a pending block follows from. */
interface PendingParts {
  readonly head: SealedBlock
  readonly ready: readonly PendingTransaction[]
  readonly time: BlockTime | undefined
  readonly headerSettings: HeaderSettings | undefined
}

type PendingBlock = Promise<SealedBlock | undefined>

/**
 * Builds pending blocks. Clients that ask for the same one meanwhile wait for it. What was left out stays out until the head
 * moves: the network was asked for it, which takes long.
 */
export class PendingBuilds {
  #head: SealedBlock | undefined
  #unserved: Unserved = new Map()
  #last: { readonly parts: PendingParts; readonly block: PendingBlock } | undefined

  /**
   * The block that is being built of the same parts, or another one.
   *
   * @param build gets the transactions to leave out, and adds those that it finds
   */
  join(parts: PendingParts, build: (unserved: Unserved) => PendingBlock): PendingBlock {
    if (this.#last !== undefined && isSame(this.#last.parts, parts)) return this.#last.block
    if (this.#head !== parts.head) this.#unserved = new Map()
    this.#head = parts.head
    const last = { parts, block: build(this.#unserved) }
    this.#last = last
    const end = (): void => {
      if (this.#last === last) this.#last = undefined
    }
    last.block.then(end, end)
    return last.block
  }
}

function isSame(one: PendingParts, other: PendingParts): boolean {
  return (
    one.head === other.head &&
    one.ready === other.ready &&
    JSON.stringify(one.time) === JSON.stringify(other.time) &&
    settingsText(one.headerSettings) === settingsText(other.headerSettings)
  )
}
