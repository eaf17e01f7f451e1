import { EthereumJSError } from '@ethereumjs/util'
import { fromHex } from '../../primitives/hex.ts'
import { EMPTY_LIST, encodeRlp } from '../../primitives/rlp.ts'
import { yieldEvery } from '../../primitives/yieldToEventLoop.ts'
import type { Signer } from '../accounts.ts'
import { type BlockTime, resolveBlockTime } from '../byHand/blockTime.ts'
import { withContract, withoutContract } from '../contracts/deployedContracts.ts'
import type { SealedBlock } from '../encoding/block.ts'
import { type TransactionItem, toTransactionItem } from '../encoding/listItem.ts'
import { RefusedTransactionError } from '../execution/amsterdam/requireValid.ts'
import { BlockBuilder } from '../execution/blockBuilder.ts'
import type { BuiltBlock, Progress } from '../execution/builtBlock.ts'
import { type BlockChoices, candidateHeader } from '../execution/candidateHeader.ts'
import type { Engine, Engines } from '../execution/engine.ts'
import { readTransaction } from '../execution/executeBlock.ts'
import type {
  BlockBefore,
  ExecutableTransaction,
  ExecutedTransactions,
} from '../execution/executedTransactions.ts'
import type { Outcome } from '../execution/outcome.ts'
import {
  type SignedTransaction,
  signTransaction,
  type TransactionFields,
} from '../execution/signTransaction.ts'
import type { StateArchive } from '../execution/stateArchive.ts'
import type { WithdrawalFields } from '../execution/withdrawals.ts'
import { blobLimits } from '../protocol/blobGas.ts'
import { BLOCK_BYTES_MAX, BLOCK_FRAME_BYTES_MAX } from '../protocol/blockSize.ts'
import { slotTime } from '../protocol/forkSchedule.ts'
import { isAtLeast, mergeBlock } from '../protocol/forks.ts'
import { SLOT_SECONDS } from '../protocol/timing.ts'
import type { ResolvedSpec } from '../spec/spec.ts'
import type { BlockTreeReader } from '../store/tree.ts'
import { applySettings } from './applySettings.ts'
import type { HeaderSettings } from './headerSettings.ts'
import type { Participants } from './participants.ts'
import {
  type BlockKey,
  drawTransactionCount,
  drawUncleDepths,
  drawUncleTransactionCount,
  drawWithdrawals,
  MAIN_BRANCH,
  planBlock,
} from './plan.ts'
import type { ReplacedBranch } from './replacedBranch.ts'
import { replacedTransactions } from './replacedTransactions.ts'
import { draftBlock } from './traffic/draftBlock.ts'
import type { Draft, DraftFields } from './traffic/kind.ts'
import { withStateGas } from './traffic/stateGas.ts'

/** The most that withdrawals and uncles of a block take, in bytes. */
const LISTS_BYTES_MAX = 4096

/**
 * How many transactions run before the event loop continues: a few milliseconds. Servers read requests in between,
 * because a block of 1,000 transactions takes a third of a second.
 */
const TRANSACTIONS_PER_TURN = 8

/** A generated block with the uncles that were built for it. */
export interface GeneratedBlock {
  readonly block: BuiltBlock
  /** included by the block */
  readonly uncles: readonly BuiltBlock[]
}

/** What can be decided about any block. */
export interface BlockOptions {
  /** default: drawn */
  readonly time?: BlockTime | undefined
  /** default: drawn or computed */
  readonly headerSettings?: HeaderSettings | undefined
  /** the first transactions of the block, with those of a competing branch that it includes again */
  readonly executed?: ExecutedTransactions | undefined
  /** Whether nothing is drawn into the block: no transactions, no uncles and no withdrawals. Default: false */
  readonly isQuiet?: boolean | undefined
}

/** What a block contains apart from what is drawn for it. */
interface BlockContent extends BlockOptions {
  /** how many generated transactions to try; default: drawn */
  readonly transactionCount?: number
  readonly uncles?: readonly BuiltBlock[]
  readonly replaced?: readonly TransactionItem[]
}

/** Options for a block of a side branch. */
export interface SideBlockOptions extends BlockOptions, ReplacedBranch {}

/** Generates blocks. Each follows from the spec, its parent and the label of its branch. */
export class Generator {
  readonly #spec: ResolvedSpec
  readonly #participants: Participants
  readonly #engines: Engines
  readonly #tree: BlockTreeReader
  readonly #archive: StateArchive

  constructor(
    spec: ResolvedSpec,
    participants: Participants,
    engines: Engines,
    tree: BlockTreeReader,
    archive: StateArchive,
  ) {
    this.#spec = spec
    this.#participants = participants
    this.#engines = engines
    this.#tree = tree
    this.#archive = archive
  }

  /**
   * The next block of the main branch, with the uncles it includes.
   *
   * @param options if any is given, the block differs from the one on the main branch
   */
  async next(parent: BuiltBlock, options: BlockOptions = {}): Promise<GeneratedBlock> {
    const key = this.#keyAfter(parent, MAIN_BRANCH)
    const uncles: BuiltBlock[] = []
    if (options.isQuiet || this.#isProofOfStake(key.number)) {
      return { block: await this.#build(parent, key, { ...options, uncles }), uncles }
    }
    for (const [index, depth] of drawUncleDepths(key).entries()) {
      const ancestor = await this.#ancestor(parent, depth)
      const uncleKey = this.#keyAfter(ancestor, `uncle-${key.number}-${index}`)
      uncles.push(
        await this.#build(ancestor, uncleKey, {
          transactionCount: drawUncleTransactionCount(uncleKey),
        }),
      )
    }
    return { block: await this.#build(parent, key, { ...options, uncles }), uncles }
  }

  /** A candidate for the next block of the main branch: the same transactions, and no uncles yet. */
  async candidate(parent: BuiltBlock, options: BlockOptions = {}): Promise<BuiltBlock> {
    return this.#build(parent, this.#keyAfter(parent, MAIN_BRANCH), options)
  }

  /**
   * The next block of a side branch: some of the transactions of the competing branch in another order, and new ones.
   *
   * @param label of the branch; the block follows from it, the parent and the options
   */
  async branch(
    parent: BuiltBlock,
    label: string,
    { replaces, removed, ...options }: SideBlockOptions = {},
  ): Promise<BuiltBlock> {
    const key = this.#keyAfter(parent, `branch-${label}`)
    const branch = { replaces, removed }
    const again = options.executed === undefined ? this.replaced(parent.sealed, label, branch) : []
    const replaced = again.map(({ encoded }) => toTransactionItem(encoded))
    return this.#build(parent, key, { ...options, replaced })
  }

  /**
   * The transactions of a competing branch that the next block of a side branch may include.
   *
   * @param replaced the competing branch
   */
  replaced(
    parent: SealedBlock,
    label: string,
    replaced: ReplacedBranch,
  ): readonly ExecutableTransaction[] {
    const key = { spec: this.#spec, branch: `branch-${label}`, number: parent.number + 1 }
    return replacedTransactions(this.#tree, parent, replaced, key)
  }

  /**
   * What is known of the next block before its transactions run.
   *
   * @param label of its branch; undefined for the main branch
   */
  async before(
    parent: BuiltBlock,
    label: string | undefined,
    options: Pick<BlockOptions, 'time' | 'headerSettings'>,
  ): Promise<BlockBefore> {
    const key = this.#keyAfter(parent, label === undefined ? MAIN_BRANCH : `branch-${label}`)
    const choices = this.#choices(parent, key, options)
    const engine = await this.#engines.at(key.number, choices.timestamp)
    const header = candidateHeader(engine, parent, choices, EMPTY_LIST)
    const bytesMax = isAtLeast(engine.fork, 'osaka')
      ? BLOCK_BYTES_MAX - BLOCK_FRAME_BYTES_MAX - LISTS_BYTES_MAX
      : Number.POSITIVE_INFINITY
    return { header: encodeRlp(header.raw()), bytesMax }
  }

  /**
   * The default choices for a block that is written by hand.
   *
   * @param label of its branch; undefined for the main branch
   */
  choices(parent: BuiltBlock, label?: string): BlockChoices {
    // The prefix differs from that of generated branches, so that no block can be both: what the traffic after a block
    // depends on (`Progress`) is not the same for the two.
    const branch = label === undefined ? MAIN_BRANCH : `written-${label}`
    return this.#choices(parent, this.#keyAfter(parent, branch))
  }

  #choices(
    parent: BuiltBlock,
    key: BlockKey,
    { time, headerSettings = {} }: Pick<BlockOptions, 'time' | 'headerSettings'> = {},
  ): BlockChoices {
    const { secondsAfterParent, ...plan } = planBlock(key, this.#participants)
    const usual = this.#timestamp(parent, secondsAfterParent)
    const parentTime = Number(parent.header.timestamp)
    const isProofOfStake = this.#isProofOfStake(key.number)
    const drawn = {
      ...plan,
      timestamp: time
        ? resolveBlockTime(this.#engines.rules, key.number, parentTime, usual, time)
        : usual,
      ...(isProofOfStake && { nonce: new Uint8Array(8) }),
      uncles: [],
      withdrawals: [],
    }
    return applySettings(drawn, headerSettings, isProofOfStake)
  }

  #keyAfter(parent: BuiltBlock, branch: string): BlockKey {
    return { spec: this.#spec, branch, number: parent.sealed.number + 1 }
  }

  async #build(
    parent: BuiltBlock,
    key: BlockKey,
    {
      transactionCount = drawTransactionCount(key),
      uncles = [],
      replaced = [],
      executed,
      isQuiet = false,
      ...options
    }: BlockContent,
  ): Promise<BuiltBlock> {
    const choices = this.#choices(parent, key, options)
    const engine = await this.#engines.after(parent.sealed, choices.timestamp)
    const withdrawals = isAtLeast(engine.fork, 'shanghai')
      ? this.#withdrawals(parent, key, isQuiet, options.headerSettings)
      : []
    const allChoices = { ...choices, uncles: uncles.map(({ header }) => header), withdrawals }
    const builder = await BlockBuilder.start(engine, parent, allChoices, executed)
    const drafts =
      isQuiet || this.#participants.signers.length === 0
        ? []
        : draftBlock({
            key,
            fork: engine.fork,
            participants: this.#participants,
            transactionCount,
            progress: parent.progress,
            baseFeePerGas: builder.baseFeePerGas,
            gasLimit: builder.gasLimit,
            blobGasPrice: builder.blobGasPrice,
            blobsMax: blobLimits(engine.fork)?.max ?? 0,
          })
    let progress = {
      ...parent.progress,
      withdrawals: parent.progress.withdrawals + withdrawals.length,
    }
    await this.#addReplaced(builder, engine, replaced)
    const pause = yieldEvery(TRANSACTIONS_PER_TURN)
    for (const draft of drafts) {
      await pause()
      const outcome = await this.#offer(builder, engine, draft)
      if (outcome !== undefined) progress = advance(progress, draft, outcome)
    }
    return builder.seal(progress)
  }

  /** Those that are drawn, and then those that are set. */
  #withdrawals(
    { progress }: BuiltBlock,
    key: BlockKey,
    isQuiet: boolean,
    { withdrawals = [] }: HeaderSettings = {},
  ): readonly WithdrawalFields[] {
    const drawn = isQuiet ? [] : drawWithdrawals(key, this.#participants, progress.withdrawals)
    const first = progress.withdrawals + drawn.length
    const set = withdrawals.map(({ address, gwei, validatorIndex }, at) => ({
      index: first + at,
      validatorIndex,
      address: fromHex(address),
      amountGwei: BigInt(gwei),
    }))
    return [...drawn, ...set]
  }

  /** The default timestamp of a child of a block. */
  #timestamp(parent: BuiltBlock, drawnSeconds: number): number {
    const { number } = parent.sealed
    const time = Number(parent.header.timestamp)
    if (this.#isProofOfStake(number)) return time + SLOT_SECONDS
    if (!this.#isProofOfStake(number + 1)) return time + drawnSeconds
    const slot = slotTime(this.#engines.rules.genesisTimestamp, number + 1, number + 1)
    // Proof of work on an imported chain may have taken longer than a generated chain allows for.
    return Math.max(slot, time + SLOT_SECONDS)
  }

  #isProofOfStake(number: number): boolean {
    return number >= (mergeBlock(this.#engines.rules.forks) ?? Number.POSITIVE_INFINITY)
  }

  /**
   * Adds the transactions of the competing branch that are valid on this branch. A transaction may depend on one that
   * comes later in this order, so the rest is tried again; one that depends on a dropped transaction never gets in.
   */
  async #addReplaced(
    builder: BlockBuilder,
    engine: Engine,
    items: readonly TransactionItem[],
  ): Promise<void> {
    let waiting = items.flatMap((item) => readIfKnown(item, engine))
    let count: number
    do {
      count = waiting.length
      const next: SignedTransaction[] = []
      for (const transaction of waiting) {
        if (!builder.canAdd(transaction)) next.push(transaction)
        // A transaction that a later fork has made invalid is not tried again.
        else await builder.add(transaction).catch(ignoreRefusal)
      }
      waiting = next
    } while (waiting.length < count)
  }

  /** Adds a draft to the block, unless it has no room for it, or the sender's balance or code do not allow it. */
  async #offer(
    builder: BlockBuilder,
    { common, fork }: Engine,
    { sender, fields }: Draft,
  ): Promise<Outcome | undefined> {
    const { nonce } = builder.senderState(sender.address)
    const isNew = (address: Uint8Array) => !builder.exists(address)
    const priced = withStateGas(fields, { fork, sender: sender.address, isNew })
    const settled = settleNonces(priced, sender, builder)
    const sign = (changed: Partial<DraftFields> = {}) =>
      signTransaction({ ...settled, ...changed } as TransactionFields, nonce, sender, common)
    let transaction = sign()
    // Most of what a creation may need it does not, so that it would not fit into the block.
    if (isAtLeast(fork, 'amsterdam') && priced.to === undefined) {
      const outcome = await builder.dryRun(transaction).catch(ignoreRefusal)
      if (outcome !== undefined) transaction = sign({ gasLimit: withMargin(outcome.gasUsed) })
    }
    return builder.canAdd(transaction) ? builder.add(transaction).catch(ignoreRefusal) : undefined
  }

  /** The ancestor of a block, `generations` back. */
  async #ancestor({ sealed }: BuiltBlock, generations: number): Promise<BuiltBlock> {
    let ancestor = sealed
    for (let step = 0; step < generations; step++) {
      const parent = this.#tree.byHash(ancestor.parentHash)
      if (parent === undefined) {
        throw new Error(`block ${ancestor.number} has no parent to build an uncle on`)
      }
      ancestor = parent
    }
    return this.#archive.get(ancestor)
  }
}

/** In gas: for a transaction that used so much. */
function withMargin(gasUsed: bigint): bigint {
  return gasUsed + gasUsed / 16n
}

/** Gives authorizations the nonces that their accounts have when the transaction runs. */
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
      // The transaction has incremented its sender's nonce by then (EIP-7702).
      const own = authority === sender ? 1n : 0n
      return { ...authorization, nonce: nonce + own + nonceAhead }
    }),
  }
}

/** The progress of a branch after a transaction. */
function advance(progress: Progress, draft: Draft, outcome: Outcome): Progress {
  const { seenKinds } = progress
  const { kind, deploys, retires } = draft
  let { contracts } = progress
  if (outcome.succeeded) {
    const address = outcome.createdAddress ?? deploys?.address
    if (deploys !== undefined && address !== undefined) {
      const contract = { address, partners: deploys.partners }
      contracts = withContract(contracts, deploys.role, contract)
    }
    if (retires !== undefined) {
      contracts = withoutContract(contracts, retires.role, retires.address)
    }
  }
  if (contracts === progress.contracts && seenKinds.has(kind)) return progress
  return { ...progress, contracts, seenKinds: new Set(seenKinds).add(kind) }
}

/** Decodes a transaction; empty if the engine's fork does not know its type or rejects it. */
function readIfKnown(item: TransactionItem, engine: Engine): SignedTransaction[] {
  try {
    return [readTransaction(item, engine)]
  } catch (error) {
    ignoreRefusal(error)
    return []
  }
}

/** @throws the error itself if it is not a rejection by the protocol, but a bug of ours */
function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof EthereumJSError || error instanceof RefusedTransactionError)) throw error
}
