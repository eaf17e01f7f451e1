import type { BuiltBlock } from '../../src/chain/builtBlock.ts'
import { createCast } from '../../src/chain/cast.ts'
import { Engines } from '../../src/chain/engine.ts'
import { Generator } from '../../src/chain/generator.ts'
import { createGenesis } from '../../src/chain/genesis.ts'
import { presets } from '../../src/chain/presets.ts'
import { type ChainSpec, resolveSpec } from '../../src/chain/spec.ts'
import type { Hex } from '../../src/primitives/hex.ts'

/** The last block of the chain that a spec describes, with what the generator remembers of the branch. */
export async function growBranch(spec: ChainSpec): Promise<BuiltBlock> {
  const resolved = resolveSpec(spec)
  const cast = createCast(resolved)
  const rules = presets[resolved.preset]
  // Nothing in the traffic asks for the hash of an ancestor.
  const engines = new Engines(rules, () => new Uint8Array(32))
  const { genesisTimestamp } = rules
  const genesisEngine = await engines.at(0, genesisTimestamp)
  let head = createGenesis(resolved, cast.signers, genesisEngine, genesisTimestamp)
  const built = new Map<Hex, BuiltBlock>()
  const generator = new Generator(resolved, cast, engines, (hash) => built.get(hash))
  for (let number = 0; number < resolved.blocks; number++) {
    built.set(head.sealed.hash, head)
    const { block } = await generator.next(head)
    head = block
  }
  return head
}
