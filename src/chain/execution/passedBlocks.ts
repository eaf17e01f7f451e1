import type { SealedBlock } from '../encoding/block.ts'
import { StoredBlock, type StoredFields, storedFields } from '../encoding/storedBlock.ts'
import { transactionHashes } from '../encoding/transactionHashes.ts'
import { uncleHashes } from '../encoding/uncleHashes.ts'
import type { CodeStore, StoredCode } from '../state/codeStore.ts'
import { codesSetBy, type StateChanges } from '../state/stateChanges.ts'
import type { BlockTree, BlockTreeReader } from '../store/tree.ts'
import type { Progress } from './builtBlock.ts'
import type { StateArchive } from './stateArchive.ts'
import type { StateHistory } from './stateHistory.ts'

/** A block as data, with all that another process needs to go on as if it had built the block itself. */
export interface PassedBlock {
  readonly fields: StoredFields
  readonly changes: StateChanges
  /** the code that the block gives to accounts, by its hash in hex without prefix */
  readonly codes: readonly (readonly [name: string, code: StoredCode])[]
  /** what differs from the progress of its parent, so that most blocks share what they have of it */
  readonly progress: Partial<Progress>
}

/**
 * A block, and before it the whole blocks of its uncles.
 *
 * @param tree that has it
 * @returns undefined if the chain has not built all of them
 */
export function passBlock(
  last: SealedBlock,
  tree: Pick<BlockTreeReader, 'byHash'>,
  { states, progress }: Pick<StateArchive, 'states' | 'progress'>,
): readonly PassedBlock[] | undefined {
  const passed: PassedBlock[] = []
  for (const hash of [...uncleHashes(last), last.hash]) {
    const block = tree.byHash(hash)
    const changes = states.changesOf(hash)
    const after = progress.get(hash)
    if (!block || !changes || !after) return undefined
    passed.push({
      fields: storedFields(block),
      changes,
      codes: codesIn(changes, states.codes()),
      progress: difference(progress.get(block.parentHash), after),
    })
  }
  return passed
}

/** Whether blocks that another process has passed on are the next one of the main branch, and uncles of it. */
export function continueMain(
  tree: Pick<BlockTree, 'head' | 'byHash'>,
  passed: readonly PassedBlock[],
): boolean {
  const parents = passed.map(({ fields }) => tree.byHash(fields.parentHash))
  return parents.at(-1) === tree.head && !parents.includes(undefined)
}

/** Adds blocks for which `continueMain` is true. Needs no EVM. */
export function addPassed(
  tree: Pick<BlockTree, 'addSideBlock' | 'append' | 'byHash'>,
  states: StateHistory,
  passed: readonly PassedBlock[],
): void {
  for (const [index, { fields, changes, codes }] of passed.entries()) {
    for (const [name, code] of codes) states.codes().set(name, code)
    const block = StoredBlock.of(fields)
    const isNext = index === passed.length - 1
    if (isNext) tree.append(block, transactionHashes(block))
    else tree.addSideBlock(block)
    states.addPassed(tree.byHash(block.hash) as SealedBlock, changes)
  }
}

function difference(before: Progress | undefined, after: Progress): Partial<Progress> {
  const names = Object.keys(after) as (keyof Progress)[]
  const changed = names.filter((name) => after[name] !== before?.[name])
  return Object.fromEntries(changed.map((name) => [name, after[name]]))
}

function codesIn(changes: StateChanges, store: CodeStore): [name: string, code: StoredCode][] {
  return codesSetBy(changes).flatMap((name) => {
    const code = store.get(name)
    return code === undefined ? [] : [[name, code]]
  })
}
