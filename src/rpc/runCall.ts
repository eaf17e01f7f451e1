import type { CallInput } from '../chain/calls/call.ts'
import { CallError, REVERTED } from '../chain/calls/callError.ts'
import type { SealedBlock } from '../chain/encoding/block.ts'
import { toHex } from '../primitives/hex.ts'
import { ANSWER_TOO_LARGE } from '../threads/calls/answers/limitedJson.ts'
import type { CallClient } from '../threads/calls/callRunner.ts'
import type { JobInput, JobName, JobOutput } from '../threads/calls/jobs.ts'
import type { ClientAccess } from './caller.ts'
import type { CallNotes } from './callNotes.ts'
import { RequestError, type RequestErrorCode } from './errors.ts'
import type { MethodContext } from './method.ts'
import type { StateBlock } from './params/stateBlock.ts'
import { blockOfState } from './stateOfBlock.ts'
import { whileKept } from './whileKept.ts'

/** By the codes that have names of their own. */
const names: ReadonlyMap<number, RequestErrorCode> = new Map([
  [REVERTED, 'EXECUTION_REVERTED'],
  [ANSWER_TOO_LARGE, 'ANSWER_TOO_LARGE'],
])

/**
 * Runs a job for a client on the state after a block.
 *
 * @param block default: the head
 * @throws {RequestError} if the block does not exist or the job fails, with the code and data of geth
 * @throws {MissingStateError} if the chain does not have the state
 */
export async function runCall<Name extends JobName>(
  context: MethodContext,
  block: StateBlock | undefined,
  name: Name,
  input: JobInput<Name>,
): Promise<JobOutput<Name>> {
  return runCallAfter(context, await blockOfState(context, block), name, input)
}

/**
 * The same on the state after a block that was found already. The chain keeps the block until the job ends.
 *
 * @throws {RequestError} if the job fails, with the code and data of geth
 * @throws {MissingStateError} if the chain does not have the state
 */
export async function runCallAfter<Name extends JobName>(
  { client, view, notes, service: { calls } }: MethodContext,
  block: SealedBlock,
  name: Name,
  input: JobInput<Name>,
): Promise<JobOutput<Name>> {
  const caller = notes === undefined ? client : noting(client, notes)
  try {
    return await whileKept(view.chain, [block], calls.run(caller, view.chain, block, name, input))
  } catch (error) {
    if (notes !== undefined && isCall(name)) notes.failed = { block, input: input as CallInput }
    throw withGas(toRequestError(error), name, input)
  }
}

/** Some dialects say how much gas there was, as the message of an estimate does. */
function withGas(error: unknown, name: JobName, input: unknown): unknown {
  if (name !== 'call' || !(error instanceof RequestError)) return error
  const { call, gasCap } = input as CallInput
  return error.with({ gas: `${call.gas ?? gasCap}` })
}

/** Whether a job runs one call. */
function isCall(name: JobName): boolean {
  return name === 'call' || name === 'estimateGas'
}

/** The client of a call that notes what its code prints. */
function noting(client: ClientAccess, notes: CallNotes): CallClient {
  const { connection, timeoutMs } = client
  return {
    connection,
    timeoutMs,
    isClosed: () => client.isClosed(),
    print(printed) {
      if (printed.length > 0) notes.printed = [...(notes.printed ?? []), ...printed]
    },
  }
}

/** The error that a client gets for a `CallError`; any other error as it is. */
export function toRequestError(error: unknown): unknown {
  if (!(error instanceof CallError)) return error
  const { code, message, data } = error
  return new RequestError(names.get(code) ?? 'CALL_FAILED', message, data && toHex(data), code)
}
