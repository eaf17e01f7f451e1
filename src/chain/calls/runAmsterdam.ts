import { settleGas } from '../execution/amsterdam/settleGas.ts'
import { runTopFrame } from '../execution/amsterdam/topFrame.ts'
import { floorGas } from '../protocol/intrinsicGas.ts'
import type { AppliedMessage, MessageChecks } from './appliedMessage.ts'
import type { RunMessage } from './applyMessage.ts'
import type { BlockContext } from './blockContext.ts'
import type { CallEngine } from './callEngine.ts'
import type { CallEvm } from './callEvm.ts'
import { evmHeader } from './evmHeader.ts'
import { describeFailure } from './failures/describeFailure.ts'
import type { EvmFailure } from './failures/evmFailure.ts'

const OUT_OF_GAS: EvmFailure = { kind: 'outOfGas', message: 'out of gas' }

/** Runs a message in a block of Amsterdam, after its gas was bought. */
export async function runAmsterdam(
  engine: CallEngine,
  evm: CallEvm,
  block: BlockContext,
  message: AppliedMessage,
  { intrinsic, checks }: { readonly intrinsic: bigint; readonly checks: MessageChecks },
): Promise<RunMessage> {
  const { to, data, authorizationList = [] } = message
  const run = await runTopFrame(
    {
      evm,
      world: engine.state,
      chainId: engine.environment.rules.chainId,
      block: { header: evmHeader(block) },
      intrinsicGas: intrinsic,
      isUncapped: !checks.executionCap,
    },
    { ...message, authorizations: authorizationList },
  )
  const { result } = run
  if (result === undefined) evm.haltedBefore(message, message.gasLimit - intrinsic)
  const failure =
    result === undefined
      ? OUT_OF_GAS
      : describeFailure(evm, block.fork, result.execResult, {
          isCreation: to === undefined,
          data,
          gas: run.frameGas,
        })
  return {
    run: { result },
    settled: {
      ...settleGas(run, floorGas(message, block.fork)),
      failure,
      output: result?.execResult.returnValue ?? new Uint8Array(0),
      logs: result?.execResult.logs ?? [],
      createdAddress: to === undefined ? result?.createdAddress?.bytes : undefined,
    },
  }
}
