import type { CallEnvironment } from '../../../chain/calls/callEnvironment.ts'
import { simulate } from '../../../chain/calls/simulate/simulate.ts'
import type { Simulation } from '../../../chain/calls/simulate/simulation.ts'
import { type DialectName, dialects } from '../../../endpoint/dialects/dialects.ts'
import { type AnswerLimit, LimitedJson } from './limitedJson.ts'
import { writeSimulatedBlocks } from './simulatedBlocks.ts'

/** A simulation, and how its blocks are written. */
export interface SimulationRequest extends AnswerLimit {
  readonly simulation: Simulation
  readonly dialect: DialectName
  /** whether transactions are objects, not hashes */
  readonly full: boolean
  /** of the block on which the simulated ones are */
  readonly totalDifficulty: bigint
}

/**
 * Simulates blocks, and writes them.
 *
 * @returns JSON
 * @throws {CallError} if a call cannot be part of its block, or the blocks are too large
 */
export async function answerSimulation(
  environment: CallEnvironment,
  request: SimulationRequest,
): Promise<Uint8Array> {
  const blocks = await simulate(environment, request.simulation)
  const json = new LimitedJson(request)
  writeSimulatedBlocks(blocks, json, {
    dialect: dialects[request.dialect],
    full: request.full,
    totalDifficulty: request.totalDifficulty,
  })
  return json.bytes()
}
