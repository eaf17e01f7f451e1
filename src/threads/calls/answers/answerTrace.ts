import type { CallEnvironment } from '../../../chain/calls/callEnvironment.ts'
import { type BlockTraceInput, traceBlock } from '../../../chain/calls/tracers/traceBlock.ts'
import { type CallTraceInput, traceCall } from '../../../chain/calls/tracers/traceCall.ts'
import { Deadline } from '../deadline.ts'
import { type AnswerLimit, LimitedJson, type SpooledJson } from './limitedJson.ts'

/** How large a trace may be, and how long it may take. */
interface TraceLimits extends AnswerLimit {
  /** in milliseconds, for each transaction; undefined for no limit but that of all calls */
  readonly timeoutMs: number | undefined
}

/**
 * Traces transactions of a block, and writes the results.
 *
 * @returns JSON
 * @throws {CallError} if the results are too large or take too long
 */
export async function answerBlockTrace(
  environment: CallEnvironment,
  input: BlockTraceInput & TraceLimits,
): Promise<Uint8Array | SpooledJson> {
  return writeLimited(environment, input, traceBlock)
}

/**
 * Traces a call, and writes the result.
 *
 * @returns JSON
 * @throws {CallError} if the call cannot run, or the result is too large or takes too long
 */
export async function answerCallTrace(
  environment: CallEnvironment,
  input: CallTraceInput & TraceLimits,
): Promise<Uint8Array | SpooledJson> {
  return writeLimited(environment, input, traceCall)
}

async function writeLimited<Input extends TraceLimits>(
  environment: CallEnvironment,
  input: Input,
  trace: (
    environment: CallEnvironment,
    input: Input,
    json: LimitedJson,
    onTransaction: () => void,
  ) => Promise<void>,
): Promise<Uint8Array | SpooledJson> {
  const json = new LimitedJson(input)
  const { timeoutMs } = input
  try {
    if (timeoutMs === undefined) await trace(environment, input, json, () => {})
    else {
      const meter = new Deadline(environment.meter, timeoutMs)
      await trace({ ...environment, meter }, input, json, () => meter.start())
    }
    return json.result()
  } finally {
    json.close()
  }
}
