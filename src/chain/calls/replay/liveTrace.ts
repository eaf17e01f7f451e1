import type { Message } from '@ethereumjs/evm'
import type { LastStep } from '../callEvm.ts'
import type { CodeLimits } from '../failures/describeFailure.ts'
import type { EvmFailure } from '../failures/evmFailure.ts'
import type { EnteredFrame, FrameType, TraceHooks } from './traceHooks.ts'

export interface OpenFrame {
  readonly depth: number
  readonly type: FrameType
  readonly input: Uint8Array
  readonly gas: bigint
  /** how many logs the block had when it was entered */
  readonly logsBefore: number
  /** the operation that began last */
  lastStep: LastStep | undefined
  /** of that operation */
  pc: number
  /** in gas, of that operation; undefined if it was not computed */
  cost: bigint | undefined
  /** whether that operation was reported */
  isReported: boolean
  /** whether the address that it accesses was accessed before */
  wasWarm: boolean
  lastPrecompile: string | undefined
  creationOutput: Uint8Array | undefined
  /** why its code failed; known when the code ends */
  failure: EvmFailure | undefined
}

/** The trace of a transaction in progress. One object per engine, so that the interpreters find it without a look-up. */
export class LiveTrace {
  /** undefined where nothing is traced, such as in system calls */
  hooks: TraceHooks | undefined
  /** the innermost one */
  frame: OpenFrame | undefined
  readonly #outer: (OpenFrame | undefined)[] = []
  /** how many logs the block has */
  logCount = 0
  /** in gas: what the authorizations refund */
  refundBefore = 0n
  /** those of the fork of the block */
  codeLimits: CodeLimits = { code: 0, initCode: 0 }
  /** how the frame that is entered next is called */
  nextType: FrameType | undefined

  start(hooks: TraceHooks | undefined): void {
    this.hooks = hooks
    this.frame = undefined
    this.#outer.length = 0
    this.refundBefore = 0n
    this.nextType = undefined
  }

  enter(frame: EnteredFrame): void {
    this.#outer.push(this.frame)
    const { depth, type, input, gas } = frame
    this.frame = {
      depth,
      type,
      input,
      gas,
      logsBefore: this.logCount,
      lastStep: undefined,
      pc: 0,
      cost: undefined,
      isReported: false,
      wasWarm: false,
      lastPrecompile: undefined,
      creationOutput: undefined,
      failure: undefined,
    }
    this.hooks?.enter?.(frame)
  }

  exit(
    output: Uint8Array,
    gasUsed: bigint,
    failure: EvmFailure | undefined,
    isReverted: boolean,
  ): void {
    const { depth, logsBefore } = this.frame as OpenFrame
    if (isReverted) this.logCount = logsBefore
    this.frame = this.#outer.pop()
    this.hooks?.exit?.({ depth, output, gasUsed, failure, isReverted })
  }
}

/** How a message is called that is not made by code. */
export function typeOf(message: Pick<Message, 'to'>): FrameType {
  return message.to === undefined ? 'CREATE' : 'CALL'
}
