import type { SealedBlock } from '../encoding/block.ts'
import type { StateTrie } from '../state/account.ts'
import type { ByteText } from '../state/byteText.ts'
import type { CodeStore, StoredCode } from '../state/codeStore.ts'
import { visitDifferences } from '../state/trieDifferences.ts'

/** The code that a state by hand gives to accounts, by their keys in the state. */
type CodesByHand = ReadonlyMap<ByteText, StoredCode>

/** They belong to the objects of blocks, as their states do. */
const CODES_OF_OBJECTS = new WeakMap<SealedBlock, CodesByHand>()

/** The code that the state after a block has because a test has written it. */
export function codesByHand(block: SealedBlock): readonly StoredCode[] {
  return [...(CODES_OF_OBJECTS.get(block)?.values() ?? [])]
}

/** The name of code in a `CodeStore`. */
export function nameOf(hash: Uint8Array): string {
  return Buffer.from(hash).toString('hex')
}

/**
 * Notes the code that a state by hand gives to accounts.
 *
 * @param block the object with that state
 * @param before the object with the state from which it was made
 */
export function noteCodes(
  block: SealedBlock,
  before: SealedBlock,
  states: { readonly before: StateTrie; readonly after: StateTrie },
  codes: Pick<CodeStore, 'get'>,
): void {
  const known = CODES_OF_OBJECTS.get(before)
  let changed: Map<ByteText, StoredCode> | undefined
  visitDifferences(states.before, states.after, (key, old, account) => {
    const name = account && nameOf(account.codeHash)
    if (old !== undefined && name === nameOf(old.value.codeHash)) return
    const stored = name === undefined ? undefined : codes.get(name)
    changed ??= new Map(known)
    if (stored === undefined) changed.delete(key)
    else changed.set(key, stored)
  })
  const noted = changed ?? known
  if (noted !== undefined) CODES_OF_OBJECTS.set(block, noted)
}
