import type { CallInput } from '../chain/calls/call.ts'
import { replayedBlock } from '../chain/calls/replay/replayedBlock.ts'
import type { WrittenReport } from '../chain/calls/tracers/reportTracer.ts'
import type { ViewedChain } from '../chain/chain.ts'
import type { SealedBlock } from '../chain/encoding/block.ts'
import { MissingStateError } from '../chain/store/missingStateError.ts'
import { fromHex } from '../primitives/hex.ts'
import type { FailedFrame } from '../solidity/callStack.ts'
import type { SpooledJson } from '../threads/calls/answers/limitedJson.ts'
import type { CallClient, CallRunner } from '../threads/calls/callRunner.ts'
import { parentBlock } from './parentBlock.ts'
import { whileKept } from './whileKept.ts'

/** In bytes: the code of failed frames, in hex, is most of a report. */
const REPORT_BYTES_MAX = 32 * 1024 * 1024

/** What people want to know of code that has run, and no block and no answer says. */
export interface RunReport {
  /** the input of each call of `console.log`, in order */
  readonly printed: readonly Uint8Array[]
  /** the frames that have failed, the outermost first */
  readonly frames: readonly FailedFrame[]
}

/** Where code runs, and for whom. */
export interface ReportContext {
  readonly chain: ViewedChain
  readonly client: CallClient
  readonly calls: CallRunner
}

const limits = {
  tracer: { name: 'report' },
  timeoutMs: undefined,
  bytesMax: REPORT_BYTES_MAX,
} as const

/**
 * Runs a transaction of a block again, and reports what it did.
 *
 * @throws {CallError} if it takes too long
 * @throws {MissingStateError} if the chain does not have the state before the block
 * @throws {Miss} on a fork
 */
export async function reportTransaction(
  { chain, client, calls }: ReportContext,
  block: SealedBlock,
  index: number,
): Promise<RunReport> {
  const parent = parentBlock(chain, block)
  if (parent === undefined) throw new MissingStateError(block, 'the chain begins with it')
  const input = { block: replayedBlock(block), index, ...limits }
  const running = calls.run(client, chain, parent, 'traceBlock', input)
  return readReport(await whileKept(chain, [block], running))
}

/**
 * Runs a call again on the state after a block, and reports what it did.
 *
 * @throws {CallError} if it cannot run, or takes too long
 * @throws {MissingStateError} if the chain does not have the state
 */
export async function reportCall(
  { chain, client, calls }: ReportContext,
  block: SealedBlock,
  call: CallInput,
): Promise<RunReport> {
  const input = { ...call, within: undefined, ...limits }
  const running = calls.run(client, chain, block, 'traceCall', input)
  return readReport(await whileKept(chain, [block], running))
}

function readReport(json: Uint8Array | SpooledJson): RunReport {
  // Without a file to write to, a job returns bytes.
  const { printed, frames } = JSON.parse(
    new TextDecoder().decode(json as Uint8Array),
  ) as WrittenReport
  return {
    printed: printed.map(fromHex),
    frames: frames.map((frame) => ({ ...frame, code: fromHex(frame.code) })),
  }
}
