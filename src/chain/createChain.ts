import { fromHex } from '../primitives/hex.ts'
import { toAccount } from './accounts.ts'
import { createCast } from './cast.ts'
import { Chain, type ExtendOptions } from './chain.ts'
import { Engines } from './engine.ts'
import { Generator } from './generator.ts'
import { createGenesisBlock } from './genesis.ts'
import { RecentBlocks } from './recentBlocks.ts'
import { type ChainSpec, resolveSpec } from './spec.ts'
import { specGenesis } from './specGenesis.ts'
import { BlockTree } from './tree.ts'

/**
 * Makes the chain that a spec describes. Every transaction in it is signed and run by the EVM; equal specs give
 * equal bytes, in any process.
 *
 * @throws {SpecError} where the spec is not as `ChainSpec` says
 *
 * @example
 * const chain = await createChain({ seed: 'my-suite', blocks: 64 })
 * chain.head.header.number // 64
 */
export async function createChain(
  given: ChainSpec = {},
  options: ExtendOptions = {},
): Promise<Chain> {
  const spec = resolveSpec(given)
  const cast = createCast(spec)
  const { rules } = spec
  const engines = new Engines(rules, (number) => hashAt(tree, number))
  const genesis = specGenesis(spec, cast.signers, rules)
  const genesisBlock = await createGenesisBlock(genesis, await engines.at(0, genesis.timestamp))
  const tree = new BlockTree(genesisBlock.sealed)
  const recent = new RecentBlocks()
  recent.add(genesisBlock)
  const chain = new Chain({
    spec,
    rules,
    genesis,
    accounts: cast.signers.map(toAccount),
    finality: spec.finality,
    tree,
    generator: new Generator(spec, cast, engines, (hash) => recent.get(hash)),
    recent,
  })
  await chain.extend(spec.blocks, options)
  return chain
}

/** What BLOCKHASH gives; zero where there is no such block. */
export function hashAt(tree: BlockTree, number: number): Uint8Array {
  const block = tree.byNumber(number)
  return block ? fromHex(block.hash) : new Uint8Array(32)
}
