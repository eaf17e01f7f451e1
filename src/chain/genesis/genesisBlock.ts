import { createBlockHeaderFromBytesArray } from '@ethereumjs/block'
import { type BuiltBlock, NO_PROGRESS } from '../execution/builtBlock.ts'
import type { Engine } from '../execution/engine.ts'
import type { Genesis } from './genesis.ts'
import { sealGenesis } from './sealGenesis.ts'

/**
 * Makes the genesis block as one to build on.
 *
 * @internal
 */
export async function createGenesisBlock(genesis: Genesis, engine: Engine): Promise<BuiltBlock> {
  const { fork, common, state: world } = engine
  const { sealed, headerItems, state } = await sealGenesis(genesis, fork, world)
  const options = { common, freeze: false, skipConsensusFormatValidation: true }
  return {
    sealed,
    header: createBlockHeaderFromBytesArray(headerItems, options),
    state,
    // It is kept for ever.
    changes: new Uint8Array(0),
    progress: NO_PROGRESS,
    transactionHashes: [],
  }
}
