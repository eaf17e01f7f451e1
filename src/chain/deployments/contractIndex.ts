import { ArgumentError } from '../../primitives/argumentError.ts'
import type { Hex } from '../../primitives/hex.ts'
import { oneOf, readInput } from '../../primitives/input.ts'
import type { Pause } from '../../primitives/yieldToEventLoop.ts'
import {
  type Contract,
  type ContractOf,
  type ContractRole,
  contractRoles,
} from '../contracts/contract.ts'
import type { SealedBlock } from '../encoding/block.ts'
import type { BlockTreeReader } from '../store/tree.ts'
import { parentOf } from '../store/treePath.ts'
import { type ContractChange, contractChanges } from './blockChanges.ts'

const contractRole = oneOf(...contractRoles)

/** A contract of the main branch. */
interface IndexedContract {
  readonly contract: Contract
  /** number of the block that destroyed it */
  destroyedAt?: number
}

/** How many blocks are searched between two calls of `pause`. */
const BLOCKS_AT_ONCE = 64

/** Finds the contracts that exist after each block. Each block is read once, when a list is first asked for. */
export class ContractIndex {
  /** the contracts of genesis, and those of blocks that the tree does not have */
  readonly known: readonly Contract[]
  readonly #tree: BlockTreeReader
  /** of the main branch, in the order of their creation */
  readonly #entries: IndexedContract[] = []
  readonly #byAddress = new Map<Hex, IndexedContract>()
  /** number of the last block of the main branch that was read */
  #readTo: number
  /** of blocks that are not on the main branch */
  readonly #sideChanges = new WeakMap<SealedBlock, readonly ContractChange[]>()
  #newest: { readonly head: SealedBlock; readonly contracts: readonly Contract[] } | undefined

  constructor(tree: BlockTreeReader, known: readonly Contract[]) {
    this.known = known
    this.#tree = tree
    this.#readTo = tree.first.number - 1
    for (const contract of known) this.#add(contract)
  }

  /**
   * The contracts that exist after a block of any branch, oldest first.
   *
   * @param tree that has the block, if it is one laid over that of the index
   */
  at(head: SealedBlock, tree = this.#tree): readonly Contract[] {
    if (this.#newest?.head === head) return this.#newest.contracts
    const { fork, side } = pathTo(head, tree)
    while (this.#readTo < fork) this.#readNext()
    const contracts = withChanges(
      this.#existingAt(fork),
      side.flatMap((block) => this.#changesOf(block)),
    )
    this.#newest = { head, contracts }
    return contracts
  }

  /** Reads the blocks up to a head in slices, so that `at` returns soon. */
  async read(head: SealedBlock, pause: Pause, tree = this.#tree): Promise<void> {
    const { fork, side } = pathTo(head, tree)
    while (this.#readTo < fork) {
      for (let count = 0; count < BLOCKS_AT_ONCE && this.#readTo < fork; count++) this.#readNext()
      await pause()
    }
    for (const [index, block] of side.entries()) {
      this.#changesOf(block)
      if (index % BLOCKS_AT_ONCE === 0) await pause()
    }
  }

  #readNext(): void {
    const number = ++this.#readTo
    const block = this.#tree.byNumber(number)
    for (const change of block === undefined ? [] : contractChanges(block)) {
      if (change.kind === 'destroyed') {
        const entry = this.#byAddress.get(change.address)
        if (entry?.contract.role === 'mortal') entry.destroyedAt ??= number
      } else if (change.kind === 'created' || this.#isFactory(change.by)) {
        this.#add(change.contract)
      }
    }
  }

  #isFactory(address: Hex): boolean {
    return this.#byAddress.get(address)?.contract.role === 'factory'
  }

  #add(contract: Contract): void {
    const entry = { contract }
    this.#entries.push(entry)
    this.#byAddress.set(contract.address, entry)
  }

  #existingAt(number: number): Contract[] {
    return this.#entries
      .filter(({ contract, destroyedAt = Number.POSITIVE_INFINITY }) => {
        return contract.deployedAt <= number && number < destroyedAt
      })
      .map(({ contract }) => contract)
  }

  #changesOf(block: SealedBlock): readonly ContractChange[] {
    let changes = this.#sideChanges.get(block)
    if (changes === undefined) {
      changes = contractChanges(block)
      this.#sideChanges.set(block, changes)
    }
    return changes
  }
}

/** Where the branch of a head leaves the main one, and the blocks from there on. */
function pathTo(
  head: SealedBlock,
  tree: BlockTreeReader,
): { readonly fork: number; readonly side: readonly SealedBlock[] } {
  const side: SealedBlock[] = []
  let at: SealedBlock | undefined = head
  while (at !== undefined && !tree.isMain(at)) {
    side.push(at)
    at = parentOf(tree, at)
  }
  return { fork: at?.number ?? tree.first.number, side: side.reverse() }
}

/** The contracts that exist after changes of a side branch. */
function withChanges(
  before: readonly Contract[],
  changes: readonly ContractChange[],
): readonly Contract[] {
  if (changes.length === 0) return before
  const byAddress = new Map(before.map((contract) => [contract.address, contract]))
  for (const change of changes) {
    if (change.kind === 'destroyed') {
      if (byAddress.get(change.address)?.role === 'mortal') byAddress.delete(change.address)
    } else if (change.kind === 'created' || byAddress.get(change.by)?.role === 'factory') {
      byAddress.set(change.contract.address, change.contract)
    }
  }
  return [...byAddress.values()]
}

/**
 * The oldest contract with a role.
 *
 * @param head the block after which the contracts exist, for the error
 * @throws {ArgumentError} if there is none, or no such role
 */
export function requireContract<Role extends ContractRole>(
  contracts: readonly Contract[],
  role: Role,
  head: SealedBlock,
): ContractOf<Role> {
  const hasRole = (contract: Contract): contract is Contract & ContractOf<Role> =>
    contract.role === role
  const found = contracts.find(hasRole)
  if (found !== undefined) return found
  const roles = [...new Set(contracts.map((contract) => contract.role))].join(', ') || 'none'
  const invalid = (_: string, problem: string) => new ArgumentError(`role: ${problem}`)
  readInput(contractRole, role, '', invalid)
  throw new ArgumentError(
    `there is no contract with the role '${role}' at block ${head.number}; roles of its contracts: ${roles}`,
    'NO_SUCH_CONTRACT',
  )
}
