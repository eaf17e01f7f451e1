import type { StateTrie } from './account.ts'

/** Whether a state was hashed before, so that its root and proofs need no further hashes. */
export function isHashed(state: StateTrie): boolean {
  return state.top === undefined || state.top.reference !== undefined
}

/**
 * Hashes a state and the storage in it node by node, because one that was computed from changes may have thousands of
 * nodes that were never hashed.
 */
export function* hashState(state: StateTrie): Generator<void> {
  yield* state.hash(({ storage }) => storage.hash())
}
