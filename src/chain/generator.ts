import type { Common } from '@ethereumjs/common'
import type { Hex } from '../primitives/hex.ts'
import type { Signer } from './accounts.ts'
import { GAS_PER_BLOB } from './blobGas.ts'
import { BlockBuilder, type Outcome } from './blockBuilder.ts'
import type { BuiltBlock, Progress } from './builtBlock.ts'
import type { Cast } from './cast.ts'
import { withContract, withoutContract } from './deployedContracts.ts'
import type { Engines } from './engine.ts'
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
import { slotTime } from './presets.ts'
import { signTransaction, type TransactionFields } from './signTransaction.ts'
import type { ResolvedSpec } from './spec.ts'
import { draftBlock } from './traffic/draftBlock.ts'
import type { Draft, DraftFields } from './traffic/kind.ts'

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
    const timestamp = isProofOfStake
      ? slotTime(this.#engines.rules.genesisTimestamp, this.#mergeBlock, key.number)
      : Number(parent.header.timestamp) + plan.secondsAfterParent
    const engine = await this.#engines.at(key.number, timestamp)
    const withdrawals = isAtLeast(engine.fork, 'shanghai')
      ? drawWithdrawals(key, this.#cast, parent.progress.withdrawals)
      : []
    const builder = await BlockBuilder.start(engine, parent, {
      ...plan,
      timestamp,
      ...(isProofOfStake && { nonce: new Uint8Array(8) }),
      uncles,
      withdrawals,
    })
    const drafts = draftBlock({
      key,
      fork: engine.fork,
      cast: this.#cast,
      places,
      progress: parent.progress,
      baseFeePerGas: builder.baseFeePerGas,
      gasLimit: builder.gasLeft,
      blobGasPrice: builder.blobGasPrice,
      blobsMax: Number(builder.blobGasLeft / GAS_PER_BLOB),
    })
    let progress = {
      ...parent.progress,
      withdrawals: parent.progress.withdrawals + withdrawals.length,
    }
    for (const draft of drafts) {
      const outcome = await this.#offer(builder, engine.common, draft)
      if (outcome !== undefined) progress = advance(progress, draft, outcome)
    }
    return builder.seal(progress)
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
    const price = 'gasPrice' in fields ? fields.gasPrice : fields.maxFeePerGas
    if (fields.gasLimit > builder.gasLeft || price < builder.baseFeePerGas) return undefined
    let most = fields.value + fields.gasLimit * price
    if (fields.type === 3) {
      const blobGas = GAS_PER_BLOB * BigInt(fields.blobVersionedHashes.length)
      if (blobGas > builder.blobGasLeft) return undefined
      if (fields.maxFeePerBlobGas < builder.blobGasPrice) return undefined
      most += blobGas * fields.maxFeePerBlobGas
    }
    if (balance < most) return undefined
    const settled = settleNonces(fields, sender, builder)
    return builder.add(signTransaction(settled, nonce, sender, common))
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

/** Gives authorizations the nonces that their accounts have when the transaction's turn comes. */
function settleNonces(
  fields: DraftFields,
  sender: Signer,
  builder: BlockBuilder,
): TransactionFields {
  if (fields.type !== 4) return fields
  return {
    ...fields,
    authorizations: fields.authorizations.map(({ nonceAhead, ...authorization }) => {
      const { authority } = authorization
      const { nonce } = builder.senderState(authority.address)
      // The sender's own nonce has moved on by then (EIP-7702).
      const own = authority === sender ? 1n : 0n
      return { ...authorization, nonce: nonce + own + nonceAhead }
    }),
  }
}

/** What a transaction adds to what the branch has had. */
function advance(progress: Progress, draft: Draft, outcome: Outcome): Progress {
  const { seenKinds } = progress
  const { kind, deploys, destroys } = draft
  let { contracts } = progress
  if (outcome.succeeded) {
    if (deploys !== undefined && outcome.createdAddress !== undefined) {
      const contract = { address: outcome.createdAddress, partners: deploys.partners }
      contracts = withContract(contracts, deploys.role, contract)
    }
    if (destroys !== undefined) {
      contracts = withoutContract(contracts, destroys.role, destroys.address)
    }
  }
  if (contracts === progress.contracts && seenKinds.has(kind)) return progress
  return { ...progress, contracts, seenKinds: new Set(seenKinds).add(kind) }
}
