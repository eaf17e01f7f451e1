import type { Common } from '@ethereumjs/common'
import { createEVM, type EVMMockBlockchainInterface } from '@ethereumjs/evm'
import { createVM, type VM } from '@ethereumjs/vm'
import { EMPTY_STATE } from './state/account.ts'
import { type CodeStore, WorldState } from './state/worldState.ts'

/** The EVM with the state it works on. A chain has one, and builds one block at a time with it. */
export interface Engine {
  readonly common: Common
  readonly vm: VM
  readonly state: WorldState
}

/**
 * @param hashOfAncestor hash of the block of that number on the branch that is being built, for BLOCKHASH
 */
export async function createEngine(
  common: Common,
  hashOfAncestor: (number: number) => Uint8Array,
): Promise<Engine> {
  const codes: CodeStore = new Map()
  const state = new WorldState(EMPTY_STATE, codes)
  const blockchain: EVMMockBlockchainInterface = {
    getBlock: async (number) => ({ hash: () => hashOfAncestor(number) }),
    putBlock: async () => {},
    shallowCopy: () => blockchain,
  }
  const evm = await createEVM({ common, stateManager: state, blockchain })
  const vm = await createVM({ common, stateManager: state, evm })
  return { common, vm, state }
}
