import type { BuiltBlock } from '../execution/builtBlock.ts'
import { Engines } from '../execution/engine.ts'
import { StateArchive } from '../execution/stateArchive.ts'
import { StateHistory } from '../execution/stateHistory.ts'
import type { Rules } from '../protocol/rules.ts'
import { BlockTree } from '../store/tree.ts'
import type { Genesis } from './genesis.ts'
import { createGenesisBlock } from './genesisBlock.ts'

/** The parts of a chain that store its blocks and states, and build further blocks. */
export interface ChainCore {
  readonly engines: Engines
  readonly tree: BlockTree
  readonly archive: StateArchive
  readonly genesisBlock: BuiltBlock
}

/** Creates the parts of a chain, with its genesis block. */
export async function createChainCore(rules: Rules, genesis: Genesis): Promise<ChainCore> {
  const engines = Engines.create(rules, (parent, number) => tree.ancestorHash(parent, number))
  const genesisBlock = await createGenesisBlock(genesis, await engines.at(0, genesis.timestamp))
  const tree = new BlockTree(genesisBlock.sealed)
  const archive = new StateArchive(new StateHistory(tree, engines.codes), engines)
  archive.add(genesisBlock)
  return { engines, tree, archive, genesisBlock }
}
