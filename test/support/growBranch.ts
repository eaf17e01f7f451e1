import type { BuiltBlock } from '../../src/chain/execution/builtBlock.ts'
import { Generator } from '../../src/chain/generate/generator.ts'
import { createParticipants } from '../../src/chain/generate/participants.ts'
import { createChainCore } from '../../src/chain/genesis/chainCore.ts'
import { fundedSigners } from '../../src/chain/genesis/fundedSigners.ts'
import { specGenesis } from '../../src/chain/genesis/specGenesis.ts'
import { type ChainSpec, resolveSpec } from '../../src/chain/spec/spec.ts'

/** The last block of a spec's chain, with the generator's state of the branch. */
export async function growBranch(spec: ChainSpec): Promise<BuiltBlock> {
  const resolved = resolveSpec(spec)
  const participants = createParticipants(resolved)
  const genesis = specGenesis(resolved, await fundedSigners(resolved), resolved.rules)
  const { engines, tree, archive, genesisBlock } = await createChainCore(resolved.rules, genesis)
  const generator = new Generator(resolved, participants, engines, tree, archive)
  let head = genesisBlock
  for (let number = 0; number < resolved.blocks; number++) {
    const { block } = await generator.next(head)
    tree.append(block.sealed, block.transactionHashes)
    archive.add(block)
    head = block
  }
  return head
}
