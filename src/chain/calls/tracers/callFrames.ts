import type { MessageResult } from '../applyMessage.ts'
import type {
  EnteredFrame,
  ExitedFrame,
  FrameType,
  StartedTransaction,
  TracedLog,
  TraceHooks,
} from '../replay/traceHooks.ts'
import type { JsonSink } from './jsonSink.ts'

/** A frame with those that it opened. */
export interface CallFrame {
  readonly type: FrameType
  /** 20 bytes */
  readonly from: Uint8Array
  /** 20 bytes; undefined for a contract that was not created */
  to: Uint8Array | undefined
  readonly input: Uint8Array
  readonly gas: bigint
  gasUsed: bigint
  /** in wei; undefined for STATICCALL */
  readonly value: bigint | undefined
  output: Uint8Array
  /** why it failed */
  error: string | undefined
  /** whether it failed by REVERT */
  isRevert: boolean
  readonly calls: CallFrame[]
  logs: FrameLog[]
}

export interface FrameLog extends TracedLog {
  /** how many calls the frame had opened before */
  readonly position: number
}

interface CallFrameOptions {
  /** whether calls that the transaction makes are left out */
  readonly onlyTopCall: boolean
  readonly withLog: boolean
}

const NOTHING = new Uint8Array(0)

/** The size of a frame as JSON without its bytes, at least. */
const FRAME_BYTES = 150
const LOG_BYTES = 100

/** Collects the frames of a transaction as a tree (geth, eth/tracers/native/call.go). */
export class CallFrames implements TraceHooks {
  readonly #options: CallFrameOptions
  readonly #json: Pick<JsonSink, 'requireSpace'>
  readonly #open: CallFrame[] = []
  #top: CallFrame | undefined
  #gasLimit = 0n
  #depth = 0
  /** of all frames as JSON, at least */
  #bytes = 0

  constructor(options: CallFrameOptions, json: Pick<JsonSink, 'requireSpace'>) {
    this.#options = options
    this.#json = json
  }

  /** The outermost frame. */
  get top(): CallFrame {
    if (this.#top === undefined) throw new Error('no frame was entered')
    return this.#top
  }

  /** The innermost frame that is open. */
  protected get open(): CallFrame {
    return this.#open.at(-1) as CallFrame
  }

  txStart({ message }: StartedTransaction): void {
    this.#gasLimit = message.gasLimit
  }

  enter({ depth, type, from, to, input, gas, value }: EnteredFrame): void {
    this.#depth = depth
    if (this.#options.onlyTopCall && depth > 0) return
    this.count(FRAME_BYTES + 2 * input.length)
    const frame: CallFrame = {
      type,
      from,
      to,
      // A copy: it is a view of memory.
      input: input.slice(),
      gas: depth === 0 ? this.#gasLimit : gas,
      gasUsed: 0n,
      value,
      output: NOTHING,
      error: undefined,
      isRevert: false,
      calls: [],
      logs: [],
    }
    this.#open.at(-1)?.calls.push(frame)
    this.#open.push(frame)
    this.#top ??= frame
  }

  exit({ depth, output, gasUsed, failure, isReverted }: ExitedFrame): void {
    this.#depth = depth - 1
    if (this.#options.onlyTopCall && depth > 0) return
    const frame = this.#open.pop() as CallFrame
    frame.gasUsed = gasUsed
    const hasFailed = failure !== undefined && isReverted
    if (hasFailed) {
      frame.error = failure.message
      frame.isRevert = failure.kind === 'reverted'
      if (frame.type === 'CREATE' || frame.type === 'CREATE2') frame.to = undefined
    }
    if (hasFailed && !frame.isRevert) return
    this.count(2 * output.length)
    frame.output = output.slice()
  }

  log(log: TracedLog): void {
    const { withLog, onlyTopCall } = this.#options
    if (!withLog || (onlyTopCall && this.#depth > 0)) return
    const { address, topics, data, index } = log
    this.count(LOG_BYTES + 67 * topics.length + 2 * data.length)
    const frame = this.open
    frame.logs.push({ address, topics, data, index, position: frame.calls.length })
  }

  txEnd({ gasUsed }: MessageResult): void {
    this.top.gasUsed = gasUsed
    if (this.#options.withLog) removeRevertedLogs(this.top, false)
  }

  /** Counts what the result takes as JSON, at least. */
  protected count(bytes: number): void {
    this.#bytes += bytes
    this.#json.requireSpace(this.#bytes)
  }
}

function removeRevertedLogs(frame: CallFrame, isReverted: boolean): void {
  const failed = isReverted || frame.error !== undefined
  if (failed) frame.logs = []
  for (const call of frame.calls) removeRevertedLogs(call, failed)
}
