import type { AccountState, StateTrie } from './account.ts'
import { ChangedTrie } from './changedTrie.ts'
import type { Node } from './trie.ts'

/**
 * Whether the root of a state is the one that every node would compute. It is not where the trie is not known, and where a
 * branch has one child left which nobody could read.
 *
 * @param before a state with an exact root, from which this one follows
 */
export function hasExactRoot(before: StateTrie, after: StateTrie): boolean {
  if (after.origin === undefined) return true
  if (after instanceof ChangedTrie) return false
  return !hasOpenBranch(before.top, after.top, hasOpenStorage)
}

function hasOpenStorage(before: AccountState | undefined, { storage }: AccountState): boolean {
  return hasOpenBranch(before?.storage.top, storage.top, () => false)
}

/** @param inValue whether a value has one, given the value in the other trie */
function hasOpenBranch<Value>(
  one: Node<Value> | undefined,
  other: Node<Value> | undefined,
  inValue: (before: Value | undefined, after: Value) => boolean,
): boolean {
  const before = one?.kind === 'hidden' ? one.known : one
  if (other === undefined || other === before || other === one) return false
  switch (other.kind) {
    case 'leaf':
      return inValue(before?.kind === 'leaf' ? before.value : undefined, other.value)
    case 'extension':
      return hasOpenBranch(
        before?.kind === 'extension' ? before.child : undefined,
        other.child,
        inValue,
      )
    case 'branch': {
      const { children } = other
      if (children.filter((child) => child !== undefined).length === 1) return true
      const below = before?.kind === 'branch' ? before.children : []
      return children.some((child, nibble) => hasOpenBranch(below[nibble], child, inValue))
    }
    case 'hidden':
      // As the network has it.
      return false
  }
}
