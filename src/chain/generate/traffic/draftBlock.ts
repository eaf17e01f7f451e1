import { type DeployedContracts, withoutContract } from '../../contracts/deployedContracts.ts'
import type { Progress } from '../../execution/builtBlock.ts'
import { type ForkName, isAtLeast } from '../../protocol/forks.ts'
import type { KindName } from '../../spec/trafficKindNames.ts'
import type { Participants } from '../participants.ts'
import { type BlockKey, drawBlobRush, drawFor, drawSurge } from '../plan.ts'
import type { Draft, TrafficKind } from './kind.ts'
import { TRANSFER_GAS } from './parties.ts'
import { trafficKinds } from './registry.ts'
import { selectKind } from './select.ts'

/** The block that traffic is wanted for. */
export interface DraftContext {
  readonly key: BlockKey
  readonly fork: ForkName
  readonly participants: Participants
  /** how many transactions are wanted */
  readonly places: number
  /** what the branch has come to with the parent */
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

/** A kind under its name, with the weight that it has on this chain. */
interface NamedKind {
  readonly name: KindName
  readonly weight: number
  readonly kind: TrafficKind
}

/**
 * What people want to be in a block, place by place. It follows from what was there before the block and
 * not from what its own transactions do, so that all of them can be made before the first is run.
 */
export function draftBlock(context: DraftContext): Draft[] {
  const drafter = new BlockDrafter(context)
  return drafter.draft()
}

class BlockDrafter {
  readonly #context: DraftContext
  readonly #known: readonly NamedKind[]
  readonly #seenKinds: Set<string>
  readonly #drafts: Draft[] = []
  #contracts: DeployedContracts
  #gasLeft: bigint
  #blobsLeft: number

  constructor(context: DraftContext) {
    this.#context = context
    this.#known = knownKinds(context)
    this.#seenKinds = new Set(context.progress.seenKinds)
    this.#contracts = context.progress.contracts
    this.#gasLeft = context.gasLimit
    this.#blobsLeft = context.blobsMax
  }

  draft(): Draft[] {
    const { key, places, baseFeePerGas, blobGasPrice } = this.#context
    const choices = drawFor(key, 'kinds')
    const tickets = Array.from({ length: places }, () => choices.uint32())
    const isSurge = drawSurge(key, baseFeePerGas)
    const isBlobRush = drawBlobRush(key, blobGasPrice)
    for (let place = 0; place < places && this.#gasLeft >= TRANSFER_GAS; ) {
      let wanted: KindName | undefined
      if (isBlobRush && place % 2 === 0) wanted = 'blob-transfer'
      if (isSurge && place === places - 1) wanted = 'gas-surge'
      const filled = this.#fill(place, tickets[place] as number, wanted)
      // What nothing fits into is left empty.
      place += Math.max(1, filled)
    }
    return this.#drafts
  }

  /**
   * Drafts what comes at a place: what is wanted there, else a kind that the branch has not had yet, else any.
   *
   * @returns how many places are filled with it
   */
  #fill(place: number, ticket: number, wanted: KindName | undefined): number {
    const possible = this.#known.filter(({ kind }) =>
      kind.needs.every((role) => this.#contracts[role].length > 0),
    )
    const wantedKinds = possible.filter(({ name }) => name === wanted)
    const unseenKinds = possible.filter(({ name }) => !this.#seenKinds.has(name))
    return (
      this.#fillFrom(wantedKinds, place, ticket) ||
      this.#fillFrom(unseenKinds, place, ticket) ||
      this.#fillFrom(possible, place, ticket)
    )
  }

  #fillFrom(kinds: readonly NamedKind[], place: number, ticket: number): number {
    let left = kinds
    while (left.length > 0) {
      const chosen = selectKind(left, ticket)
      const filled = this.#take(chosen, place)
      if (filled > 0) return filled
      left = left.filter((each) => each !== chosen)
    }
    return 0
  }

  /** @returns how many transactions the kind had to send, where the block has room for them */
  #take({ name, kind }: NamedKind, place: number): number {
    const { key, fork, participants, places } = this.#context
    const random = drawFor(key, `${place}/${name}`)
    const wishes = kind.draft({
      random,
      fork,
      chainId: key.spec.chainId,
      signers: participants.signers,
      contracts: this.#contracts,
      amount: random.pick(participants.amounts),
      placesLeft: places - place,
      gasLeft: this.#gasLeft,
      blobsLeft: this.#blobsLeft,
    })
    const gas = wishes.reduce((sum, { fields }) => sum + fields.gasLimit, 0n)
    if (wishes.length === 0 || gas > this.#gasLeft) return 0
    this.#gasLeft -= gas
    this.#seenKinds.add(name)
    for (const wish of wishes) {
      const { fields, destroys } = wish
      if (fields.type === 3) this.#blobsLeft -= fields.blobVersionedHashes.length
      if (destroys !== undefined) {
        this.#contracts = withoutContract(this.#contracts, destroys.role, destroys.address)
      }
      this.#drafts.push({ kind: name, ...wish })
    }
    return wishes.length
  }
}

/** The kinds that the fork knows and the spec has not switched off. */
function knownKinds({ key, fork }: DraftContext): readonly NamedKind[] {
  const { traffic } = key.spec
  return Object.entries(trafficKinds)
    .map(([name, kind]): NamedKind => {
      const kindName = name as KindName
      return { name: kindName, weight: traffic[kindName] ?? kind.weight, kind }
    })
    .filter(({ weight, kind }) => weight > 0 && isAtLeast(fork, kind.since))
}
