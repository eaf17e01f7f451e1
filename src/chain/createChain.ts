import { keccakReady } from '../primitives/keccak.ts'
import { toAccount } from './accounts.ts'
import { Chain } from './chain.ts'
import type { ExtendOptions } from './extendOptions.ts'
import { BlockFactory } from './generate/blockFactory.ts'
import { createParticipants } from './generate/participants.ts'
import { requireFeasibleTraffic } from './generate/traffic/requireFeasibleTraffic.ts'
import { createChainCore } from './genesis/chainCore.ts'
import { fundedSigners } from './genesis/fundedSigners.ts'
import { specGenesis } from './genesis/specGenesis.ts'
import { type ChainSpec, resolveSpec } from './spec/spec.ts'

/**
 * Generates the chain that a spec describes. Every transaction in it is signed and run by the EVM; equal specs give
 * equal bytes, in any process.
 *
 * @throws {SpecError} if the spec is not a valid `ChainSpec`
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
  requireFeasibleTraffic(spec)
  await keccakReady
  const participants = createParticipants(spec)
  const { rules } = spec
  const funded = await fundedSigners(spec)
  const genesis = specGenesis(spec, funded, rules)
  const core = await createChainCore(rules, genesis)
  const blockFactory = new BlockFactory(spec, participants, core)
  const chain = new Chain({
    spec,
    isGenerated: true,
    rules,
    genesis,
    accounts: [...funded.mnemonic, ...funded.traffic].map(toAccount),
    finality: spec.finality,
    tree: core.tree,
    blockFactory: async () => blockFactory,
    states: core.archive.states,
  })
  await chain.extend(spec.blocks, options)
  return chain
}
