import type { Common } from '@ethereumjs/common'
import type { Hex } from '../primitives/hex.ts'
import { BlockBuilder, type Outcome } from './blockBuilder.ts'
import type { BuiltBlock, Progress } from './builtBlock.ts'
import type { Cast } from './cast.ts'
import type { Engines } from './engine.ts'
import { slotTime } from './forkSchedule.ts'
import { isAtLeast } from './forks.ts'
import {
  type BlockKey,
  drawPlaces,
  drawUncleDepths,
  drawUnclePlaces,
  drawWithdrawals,
  MAIN_BRANCH,
  planBlock,
} from './plan.ts'
import { signTransaction } from './signTransaction.ts'
import type { ResolvedSpec } from './spec.ts'
import { SLOT_SECONDS } from './timing.ts'
import { draftBlock } from './traffic/draftBlock.ts'
import type { Draft } from './traffic/kind.ts'

/** How many of the newest tokens traffic goes to. */
const TOKENS_KEPT = 8

/** What came of extending a branch by one block. */
export interface Extension {
  readonly block: BuiltBlock
  /** built for this block, which includes them */
  readonly uncles: readonly BuiltBlock[]
}

/** Makes blocks: each follows from the spec, its parent and the name of its branch. */
export class Generator {
  readonly #spec: ResolvedSpec
  readonly #cast: Cast
  readonly #engines: Engines
  readonly #builtBlock: (hash: Hex) => BuiltBlock | undefined

  /** @param builtBlock finds the last few ancestors of a block that is going to be extended */
  constructor(
    spec: ResolvedSpec,
    cast: Cast,
    engines: Engines,
    builtBlock: (hash: Hex) => BuiltBlock | undefined,
  ) {
    this.#spec = spec
    this.#cast = cast
    this.#engines = engines
    this.#builtBlock = builtBlock
  }

  /** The next block of the main branch, with the uncles it includes. */
  async next(parent: BuiltBlock): Promise<Extension> {
    const key = this.#keyAfter(parent, MAIN_BRANCH)
    const uncles: BuiltBlock[] = []
    if (this.#isProofOfStake(key.number)) {
      return { block: await this.#build(parent, key, drawPlaces(key), uncles), uncles }
    }
    for (const [index, depth] of drawUncleDepths(key).entries()) {
      const ancestor = this.#ancestor(parent, depth)
      const uncleKey = this.#keyAfter(ancestor, `uncle-${key.number}-${index}`)
      uncles.push(await this.#build(ancestor, uncleKey, drawUnclePlaces(uncleKey), []))
    }
    return { block: await this.#build(parent, key, drawPlaces(key), uncles), uncles }
  }

  /** A candidate for the next block of the main branch: the same transactions, and no uncles yet. */
  async candidate(parent: BuiltBlock): Promise<BuiltBlock> {
    const key = this.#keyAfter(parent, MAIN_BRANCH)
    return this.#build(parent, key, drawPlaces(key), [])
  }

  #keyAfter(parent: BuiltBlock, branch: string): BlockKey {
    return { spec: this.#spec, branch, number: parent.sealed.number + 1 }
  }

  async #build(
    parent: BuiltBlock,
    key: BlockKey,
    places: number,
    uncles: readonly BuiltBlock[],
  ): Promise<BuiltBlock> {
    const plan = planBlock(key, this.#cast)
    const isProofOfStake = this.#isProofOfStake(key.number)
    const timestamp = this.#timestamp(parent, plan.secondsAfterParent)
    const engine = await this.#engines.at(key.number, timestamp)
    const withdrawals = isAtLeast(engine.fork, 'shanghai')
      ? drawWithdrawals(key, this.#cast, parent.progress.withdrawals)
      : []
    const builder = await BlockBuilder.start(engine, parent, {
      ...plan,
      timestamp,
      ...(isProofOfStake && { nonce: new Uint8Array(8) }),
      uncles: uncles.map(({ header }) => header),
      withdrawals,
    })
    const drafts =
      this.#cast.signers.length === 0
        ? []
        : draftBlock({
            key,
            fork: engine.fork,
            cast: this.#cast,
            places,
            progress: parent.progress,
            baseFeePerGas: builder.baseFeePerGas,
            gasLimit: builder.gasLeft,
          })
    let progress = {
      ...parent.progress,
      withdrawals: parent.progress.withdrawals + withdrawals.length,
    }
    for (const draft of drafts) {
      const outcome = await this.#offer(builder, engine.common, draft)
      if (outcome !== undefined) progress = advance(progress, draft.kind, outcome)
    }
    return builder.seal(progress)
  }

  /** When a child of this block comes. */
  #timestamp(parent: BuiltBlock, drawnSeconds: number): number {
    const { number } = parent.sealed
    const time = Number(parent.header.timestamp)
    if (this.#isProofOfStake(number)) return time + SLOT_SECONDS
    if (!this.#isProofOfStake(number + 1)) return time + drawnSeconds
    return slotTime(this.#engines.rules.genesisTimestamp, number + 1, number + 1)
  }

  #isProofOfStake(number: number): boolean {
    return number >= this.#mergeBlock
  }

  /** The first block of proof of stake; none is, where the merge is not in the schedule. */
  get #mergeBlock(): number {
    const merge = this.#engines.rules.forks.find(({ name }) => name === 'paris')
    return merge !== undefined && 'block' in merge.at ? merge.at.block : Number.POSITIVE_INFINITY
  }

  /** Runs a draft in the block; does nothing where the block has no room for it or the sender no money. */
  async #offer(
    builder: BlockBuilder,
    common: Common,
    { sender, fields }: Draft,
  ): Promise<Outcome | undefined> {
    const { nonce, balance } = builder.senderState(sender.address)
    const price = fields.type === 2 ? fields.maxFeePerGas : fields.gasPrice
    if (fields.gasLimit > builder.gasLeft || price < builder.baseFeePerGas) return undefined
    if (balance < fields.value + fields.gasLimit * price) return undefined
    return builder.add(signTransaction(fields, nonce, sender, common))
  }

  /** The block that stands `generations` above a block on its own branch. */
  #ancestor(block: BuiltBlock, generations: number): BuiltBlock {
    let ancestor = block
    for (let step = 0; step < generations; step++) {
      const parent = this.#builtBlock(ancestor.sealed.parentHash)
      if (parent === undefined) {
        throw new Error(`block ${ancestor.sealed.number} has no parent to build an uncle on`)
      }
      ancestor = parent
    }
    return ancestor
  }
}

/** What a transaction of this kind adds to what the branch has had. A contract that was created is a token. */
function advance(progress: Progress, kind: string, outcome: Outcome): Progress {
  const { tokens, seenKinds } = progress
  const token = outcome.succeeded ? outcome.createdAddress : undefined
  if (token === undefined && seenKinds.has(kind)) return progress
  return {
    ...progress,
    tokens: token === undefined ? tokens : [...tokens, token].slice(-TOKENS_KEPT),
    seenKinds: new Set(seenKinds).add(kind),
  }
}
