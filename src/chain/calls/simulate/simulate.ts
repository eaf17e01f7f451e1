import { fromHex } from '../../../primitives/hex.ts'
import { applyStateOverrides } from '../applyOverrides.ts'
import { type BlockContext, contextOf } from '../blockContext.ts'
import { withCallEngine } from '../callEngine.ts'
import type { CallEnvironment } from '../callEnvironment.ts'
import { headerValuesOf } from '../headerValues.ts'
import { BlockRun, type SharedParts } from './blockRun.ts'
import { type Candidate, candidateOf, type Parent } from './candidateHeader.ts'
import { GasBudget } from './gasBudget.ts'
import { type OrderedBlock, orderBlocks } from './orderBlocks.ts'
import { SimulatedState } from './simulatedState.ts'
import type { SimulatedBlock, Simulation } from './simulation.ts'
import { TransactionPacker } from './transactionPacker.ts'

/**
 * Builds blocks on a block from calls that are not signed, as geth does for `eth_simulateV1`
 * (internal/ethapi/simulate.go).
 *
 * @throws {CallError} if blocks are out of order, or a call cannot be part of its block
 */
export function simulate(
  environment: CallEnvironment,
  simulation: Simulation,
): Promise<SimulatedBlock[]> {
  const { rules, block } = environment
  const base: Parent = { header: headerValuesOf(block), hash: fromHex(block.hash) }
  const blocks = orderBlocks(base.header, simulation.blocks)
  return withCallEngine(environment, async (engine) => {
    const { traceTransfers, validation, gasCap } = simulation
    const budget = new GasBudget(gasCap)
    const packer = new TransactionPacker(rules.chainId)
    const state = new SimulatedState(engine)
    const shared: SharedParts = { engine, state, budget, packer, traceTransfers, validation }
    const parents: Parent[] = [base]
    const simulated: SimulatedBlock[] = []
    for (const each of blocks) simulated.push(await simulateBlock(shared, each, parents))
    return simulated
  })
}

/** @param parents the base and the blocks after it, to which the new one is added */
async function simulateBlock(
  shared: SharedParts,
  block: OrderedBlock,
  parents: Parent[],
): Promise<SimulatedBlock> {
  const { engine } = shared
  const { withdrawals = [] } = block.blockOverrides
  const parent = parents.at(-1) as Parent
  const candidate = candidateOf(block, parent, engine.environment.rules, shared)
  const context = simulatedContext(engine.environment, block, candidate, parents)
  const { standardPrecompiles } = await engine.evmFor(context)
  const precompiles = new Map(standardPrecompiles)
  await applyStateOverrides(engine, block.stateOverrides, precompiles)
  const run = await BlockRun.start(shared, { ...candidate, context, precompiles })
  for (const call of block.calls) await run.add(call)
  const { header, hash, sealed } = await run.seal(withdrawals)
  parents.push({ header, hash })
  return { sealed, withdrawals, timestamp: block.timestamp, calls: run.calls }
}

/** The block as code sees it, with the hashes of the simulated blocks before it. */
function simulatedContext(
  environment: CallEnvironment,
  { blockOverrides }: OrderedBlock,
  { header }: Candidate,
  parents: readonly Parent[],
): BlockContext {
  const context = contextOf(environment, header)
  const { block: base } = environment
  return {
    ...context,
    blobBaseFee: blockOverrides.blobBaseFee ?? context.blobBaseFee,
    blockHash: (wanted) => {
      const index = Number(wanted) - base.number
      return parents[index]?.hash ?? environment.blockHash(Number(wanted))
    },
  }
}
