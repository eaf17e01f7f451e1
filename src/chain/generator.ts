import type { Hex } from '../primitives/hex.ts'
import { BlockBuilder, type Outcome } from './blockBuilder.ts'
import type { BuiltBlock, Progress } from './builtBlock.ts'
import type { Cast } from './cast.ts'
import type { Engine } from './engine.ts'
import {
  type BlockKey,
  drawPlaces,
  drawUncleDepths,
  drawUnclePlaces,
  MAIN_BRANCH,
  planBlock,
} from './plan.ts'
import { signTransaction } from './signTransaction.ts'
import type { ResolvedSpec } from './spec.ts'
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
  readonly #engine: Engine
  readonly #builtBlock: (hash: Hex) => BuiltBlock | undefined

  /** @param builtBlock finds the last few ancestors of a block that is going to be extended */
  constructor(
    spec: ResolvedSpec,
    cast: Cast,
    engine: Engine,
    builtBlock: (hash: Hex) => BuiltBlock | undefined,
  ) {
    this.#spec = spec
    this.#cast = cast
    this.#engine = engine
    this.#builtBlock = builtBlock
  }

  /** The next block of the main branch, with the uncles it includes. */
  async next(parent: BuiltBlock): Promise<Extension> {
    const key = this.#keyAfter(parent, MAIN_BRANCH)
    const uncles: BuiltBlock[] = []
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
    const builder = BlockBuilder.start(this.#engine, parent, {
      ...plan,
      timestamp: Number(parent.header.timestamp) + plan.secondsAfterParent,
      uncles,
    })
    const drafts = draftBlock({
      key,
      cast: this.#cast,
      places,
      progress: parent.progress,
      baseFeePerGas: builder.baseFeePerGas,
      gasLimit: builder.gasLeft,
    })
    let { progress } = parent
    for (const draft of drafts) {
      const outcome = await this.#offer(builder, draft)
      if (outcome !== undefined) progress = advance(progress, draft.kind, outcome)
    }
    return builder.seal(progress)
  }

  /** Runs a draft in the block; does nothing where the block has no room for it or the sender no money. */
  async #offer(builder: BlockBuilder, { sender, fields }: Draft): Promise<Outcome | undefined> {
    const { nonce, balance } = builder.senderState(sender.address)
    const price = fields.type === 2 ? fields.maxFeePerGas : fields.gasPrice
    if (fields.gasLimit > builder.gasLeft || price < builder.baseFeePerGas) return undefined
    if (balance < fields.value + fields.gasLimit * price) return undefined
    return builder.add(signTransaction(fields, nonce, sender, this.#engine.common))
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
    tokens: token === undefined ? tokens : [...tokens, token].slice(-TOKENS_KEPT),
    seenKinds: new Set(seenKinds).add(kind),
  }
}
