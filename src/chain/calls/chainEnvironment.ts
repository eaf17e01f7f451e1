import type { SealedBlock } from '../encoding/block.ts'
import { type Meter, unmetered } from '../execution/meter.ts'
import type { Rules } from '../protocol/rules.ts'
import type { StateTrie } from '../state/account.ts'
import { applyChanges } from '../state/applyChanges.ts'
import type { CodeStore } from '../state/codeStore.ts'
import { hasExactRoot } from '../state/openBranches.ts'
import type { CallEnvironment } from './callEnvironment.ts'

/** What a call on a chain's own objects needs. */
interface ChainEnvironmentParts {
  readonly rules: Rules
  readonly block: SealedBlock
  /** after `block` */
  readonly state: StateTrie
  readonly codes: Pick<CodeStore, 'get'>
  readonly tree: {
    /** The hash of the ancestor of a block with a number, or of the block itself, 32 bytes; zeros if there is none. */
    ancestorHash(block: SealedBlock, number: number): Uint8Array
  }
  readonly meter?: Meter | undefined
  readonly print?: CallEnvironment['print']
}

/** The environment of a call in the thread of the chain. */
export function chainEnvironment(parts: ChainEnvironmentParts): CallEnvironment {
  const { rules, block, state, codes, tree, meter = unmetered, print } = parts
  let changed = state
  return {
    rules,
    block,
    state,
    code: (name) => codes.get(name),
    blockHash: (number) => tree.ancestorHash(block, number),
    nextStateRoot: (changes) => {
      changed = applyChanges(changed, changes)
      return changed.root()
    },
    hasExactRoot: () => hasExactRoot(state, changed),
    meter,
    ...(print && { print }),
  }
}
