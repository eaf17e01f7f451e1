import type { BlockTime } from '../chain/byHand/blockTime.ts'
import type { SealedBlock } from '../chain/encoding/block.ts'
import { type HeaderSettings, settingsText } from '../chain/generate/headerSettings.ts'
import type { PendingTransaction } from './endpointPool.ts'

/** What a pending block follows from. */
interface PendingParts {
  readonly head: SealedBlock
  readonly ready: readonly PendingTransaction[]
  readonly time: BlockTime | undefined
  readonly headerSettings: HeaderSettings | undefined
}

type PendingBlock = Promise<SealedBlock | undefined>

/** Builds pending blocks. Clients that ask for the same one meanwhile wait for it: what it leaves out is searched once. */
export class PendingBuilds {
  #last: { readonly parts: PendingParts; readonly block: PendingBlock } | undefined

  /** The block that is being built of the same parts, or another one. */
  join(parts: PendingParts, build: () => PendingBlock): PendingBlock {
    if (this.#last !== undefined && isSame(this.#last.parts, parts)) return this.#last.block
    const last = { parts, block: build() }
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
