import { type DeployedContracts, withoutContract } from '../../contracts/deployedContracts.ts'
import type { Progress } from '../../execution/builtBlock.ts'
import { type ForkName, isAtLeast } from '../../protocol/forks.ts'
import { TRANSFER_GAS } from '../../protocol/transactionGas.ts'
import type { KindName } from '../../spec/trafficKindNames.ts'
import type { Participants } from '../participants.ts'
import { type BlockKey, drawBlobRush, drawFor, drawSurge } from '../plan.ts'
import type { Draft, TrafficKind } from './kind.ts'
import { selectKind } from './select.ts'
import { trafficKinds } from './trafficRegistry.ts'

/** The block to draft transactions for. */
export interface DraftContext {
  readonly key: BlockKey
  readonly fork: ForkName
  readonly participants: Participants
  /** how many transactions to draft */
  readonly transactionCount: number
  /** of the branch up to the parent */
  readonly progress: Progress
  /** in wei per gas */
  readonly baseFeePerGas: bigint
  /** in gas */
  readonly gasLimit: bigint
  /** in wei per blob gas */
  readonly blobGasPrice: bigint
  /** how many blobs a block may have */
  readonly blobsMax: number
}

/** A kind with its name and its weight on this chain. */
interface NamedKind {
  readonly name: KindName
  readonly weight: number
  readonly kind: TrafficKind
}

/**
 * Drafts the transactions of a block in order, each when it is requested, because a large block takes long. They depend
 * on the blocks before and not on what the block's own transactions do.
 */
export function draftBlock(context: DraftContext): Iterable<Draft> {
  return new BlockDrafter(context).draft()
}

class BlockDrafter {
  readonly #context: DraftContext
  readonly #availableKinds: readonly NamedKind[]
  readonly #seenKinds: Set<string>
  #contracts: DeployedContracts
  #gasLeft: bigint
  #blobsLeft: number

  constructor(context: DraftContext) {
    this.#context = context
    this.#availableKinds = availableKinds(context)
    this.#seenKinds = new Set(context.progress.seenKinds)
    this.#contracts = context.progress.contracts
    this.#gasLeft = context.gasLimit
    this.#blobsLeft = context.blobsMax
  }

  *draft(): Generator<Draft> {
    const { key, transactionCount, baseFeePerGas, blobGasPrice } = this.#context
    const choices = drawFor(key, 'kinds')
    const tickets = Array.from({ length: transactionCount }, () => choices.uint32())
    const isSurge = drawSurge(key, baseFeePerGas)
    const isBlobRush = drawBlobRush(key, blobGasPrice)
    for (let index = 0; index < transactionCount && this.#gasLeft >= TRANSFER_GAS; ) {
      let preferred: KindName | undefined
      if (isBlobRush && index % 2 === 0) preferred = 'blob-transfer'
      if (isSurge && index === transactionCount - 1) preferred = 'gas-surge'
      const added = this.#addAt(index, tickets[index] as number, preferred)
      yield* added
      // If no kind fits, leave this index empty.
      index += Math.max(1, added.length)
    }
  }

  /**
   * Adds transactions at an index: of the preferred kind, otherwise of one that the branch has not had yet, otherwise
   * of any kind.
   *
   * @returns the transactions that were added
   */
  #addAt(index: number, ticket: number, preferred: KindName | undefined): readonly Draft[] {
    const possible = this.#availableKinds.filter(({ kind }) =>
      kind.needs.every((role) => this.#contracts[role].length > 0),
    )
    const preferredKinds = possible.filter(({ name }) => name === preferred)
    const unseenKinds = possible.filter(({ name }) => !this.#seenKinds.has(name))
    for (const kinds of [preferredKinds, unseenKinds, possible]) {
      const added = this.#addFrom(kinds, index, ticket)
      if (added.length > 0) return added
    }
    return []
  }

  #addFrom(kinds: readonly NamedKind[], index: number, ticket: number): readonly Draft[] {
    let left = kinds
    while (left.length > 0) {
      const chosen = selectKind(left, ticket)
      const added = this.#add(chosen, index)
      if (added.length > 0) return added
      left = left.filter((each) => each !== chosen)
    }
    return []
  }

  /** @returns the transactions that were added: none if the kind has none, or the block no room for them */
  #add({ name, kind }: NamedKind, index: number): readonly Draft[] {
    const { key, fork, participants, transactionCount } = this.#context
    const random = drawFor(key, `${index}/${name}`)
    const requested = kind.draft({
      random,
      fork,
      chainId: key.spec.chainId,
      signers: participants.signers,
      contracts: this.#contracts,
      amount: random.pick(participants.amounts),
      transactionsLeft: transactionCount - index,
      gasLeft: this.#gasLeft,
      blobsLeft: this.#blobsLeft,
    })
    const gas = requested.reduce((sum, { fields }) => sum + fields.gasLimit, 0n)
    if (requested.length === 0 || gas > this.#gasLeft) return []
    this.#gasLeft -= gas
    this.#seenKinds.add(name)
    for (const transaction of requested) {
      const { fields, retires } = transaction
      if (fields.type === 3) this.#blobsLeft -= fields.blobVersionedHashes.length
      if (retires !== undefined) {
        this.#contracts = withoutContract(this.#contracts, retires.role, retires.address)
      }
    }
    return requested.map((transaction) => ({ kind: name, ...transaction }))
  }
}

/** The kinds that the fork supports and the spec enables. */
function availableKinds({ key, fork }: DraftContext): readonly NamedKind[] {
  const { traffic } = key.spec
  return Object.entries(trafficKinds)
    .map(([name, kind]): NamedKind => {
      const kindName = name as KindName
      return { name: kindName, weight: traffic[kindName] ?? kind.weight, kind }
    })
    .filter(({ weight, kind }) => weight > 0 && isAtLeast(fork, kind.since))
}
