import type { BuiltBlock } from '../execution/builtBlock.ts'
import { Engines } from '../execution/engine.ts'
import { StateArchive } from '../execution/stateArchive.ts'
import type { Rules } from '../protocol/rules.ts'
import { BlockTree } from '../store/tree.ts'
import { createGenesisBlock, type Genesis } from './genesis.ts'

/** A chain that has its first block, and what it takes to build more. */
export interface ChainCore {
  readonly engines: Engines
  readonly tree: BlockTree
  readonly archive: StateArchive
  readonly genesisBlock: BuiltBlock
}

export async function beginChain(rules: Rules, genesis: Genesis): Promise<ChainCore> {
  const engines = new Engines(rules, (parent, number) => tree.ancestorHash(parent, number))
  const genesisBlock = await createGenesisBlock(genesis, await engines.at(0, genesis.timestamp))
  const tree = new BlockTree(genesisBlock.sealed)
  const archive = new StateArchive(tree, engines)
  archive.add(genesisBlock)
  return { engines, tree, archive, genesisBlock }
}
