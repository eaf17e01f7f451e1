import { CallError, REVERTED } from '../chain/calls/callError.ts'
import type { SealedBlock } from '../chain/encoding/block.ts'
import { toHex } from '../primitives/hex.ts'
import { ANSWER_TOO_LARGE } from '../threads/calls/answers/limitedJson.ts'
import type { CallClient } from '../threads/calls/callRunner.ts'
import type { JobInput, JobName, JobOutput } from '../threads/calls/jobs.ts'
import type { ClientAccess } from './caller.ts'
import { RequestError, type RequestErrorCode } from './errors.ts'
import type { MethodContext } from './method.ts'
import type { StateBlock } from './params/stateBlock.ts'
import type { OnPrinted } from './serverFacts.ts'
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
  { client, view, service: { calls, facts } }: MethodContext,
  block: SealedBlock,
  name: Name,
  input: JobInput<Name>,
): Promise<JobOutput<Name>> {
  const caller =
    facts?.onPrinted === undefined ? client : printing(client, facts.onPrinted, name, input)
  try {
    return await whileKept(view.chain, [block], calls.run(caller, view.chain, block, name, input))
  } catch (error) {
    throw toRequestError(error)
  }
}

/** The client of a call that tells what its code prints. */
function printing(
  client: ClientAccess,
  onPrinted: OnPrinted,
  name: JobName,
  input: unknown,
): CallClient {
  const { connection, timeoutMs, endpoint } = client
  return {
    connection,
    timeoutMs,
    isClosed: () => client.isClosed(),
    print: (printed) => onPrinted(endpoint, name, input, printed),
  }
}

/** The error that a client gets for a `CallError`; any other error as it is. */
export function toRequestError(error: unknown): unknown {
  if (!(error instanceof CallError)) return error
  const { code, message, data } = error
  return new RequestError(names.get(code) ?? 'CALL_FAILED', message, data && toHex(data), code)
}
