import { type Hex, toHex } from '../../../primitives/hex.ts'
import type { MessageResult } from '../applyMessage.ts'
import { codeOfFrame } from '../replay/codeOfFrame.ts'
import {
  type EnteredFrame,
  type ExitedFrame,
  frameTypes,
  type StartedTransaction,
  type TracedOperation,
  type TraceState,
} from '../replay/traceHooks.ts'
import type { JsonSink } from './jsonSink.ts'
import type { Tracer } from './tracer.ts'

const JUMP = 0x56
const JUMPDEST = 0x5b
const REVERT = 0xfd
const INVALID = 0xfe

/** How many frames of a failure are written: the innermost ones. */
const FRAMES_MAX = 32

/** The operations that open a frame. */
const OPENING: ReadonlySet<number> = new Set(Object.values(frameTypes))

/** What people want to know of a transaction or a call that has run, and no block says. */
export interface WrittenReport {
  /** the input of each call of `console.log`, in order */
  readonly printed: readonly Hex[]
  /** the code in which it has failed, and the code that has called that, the outermost first; empty if it has not failed */
  readonly frames: readonly WrittenFrame[]
}

/** A frame that has failed. */
interface WrittenFrame {
  /** 20 bytes: of the contract whose code has run, or of the one that was to be created */
  readonly address: Hex
  readonly code: Hex
  readonly isCreation: boolean
  /** where its code has ended */
  readonly end: WrittenPlace
  /** where it has called the next of the frames, if that has perhaps made it fail */
  readonly call?: WrittenPlace | undefined
  /** whether that is certain: it has failed with the same data, and there is some */
  readonly isPassedOn: boolean
}

interface WrittenPlace {
  readonly pc: number
  /** what was on the stack and can be the return address of an internal function, the top first */
  readonly returns: readonly number[]
}

/** A frame that has not ended. */
interface OpenFrame {
  readonly address: Uint8Array
  readonly code: Uint8Array
  readonly isCreation: boolean
  /** of its last operation that can fail or call; undefined if its code has not run */
  place: WrittenPlace | undefined
  /** where it has called the last frame that it has called */
  call: WrittenPlace | undefined
  /** the last frame that it has called, if that has failed */
  failed: { readonly frames: readonly WrittenFrame[]; readonly output: Uint8Array } | undefined
}

/** Finds what was printed, and the code that has led to a failure. */
export class ReportTracer implements Tracer {
  readonly #json: JsonSink
  #printed: readonly Hex[] = []
  readonly #open: OpenFrame[] = []
  #frames: readonly WrittenFrame[] = []
  #state: TraceState | undefined

  constructor(json: JsonSink) {
    this.#json = json
  }

  txStart({ state }: StartedTransaction): void {
    this.#state = state
  }

  enter(entered: EnteredFrame): void {
    const caller = this.#open.at(-1)
    if (caller !== undefined) {
      caller.failed = undefined
      caller.call = caller.place
    }
    const { type, to } = entered
    const isCreation = type === 'CREATE' || type === 'CREATE2'
    const code = codeOfFrame(entered, this.#state as TraceState)
    this.#open.push({
      address: Uint8Array.from(to),
      // That of a creation is in the memory of its caller, which changes.
      code: isCreation ? Uint8Array.from(code) : code,
      isCreation,
      place: undefined,
      call: undefined,
      failed: undefined,
    })
  }

  opcode(operation: TracedOperation): void {
    const { opcode, failure } = operation
    const isEnd = opcode === REVERT || opcode === INVALID || failure !== undefined
    if (isEnd || OPENING.has(opcode)) this.#note(operation)
  }

  fault(operation: TracedOperation): void {
    this.#note(operation)
  }

  exit({ output, failure }: ExitedFrame): void {
    const frame = this.#open.pop()
    if (frame === undefined || failure === undefined) return
    const { failed } = frame
    // A contract that passes a failure on reverts with the same data.
    const isSame = failed !== undefined && Buffer.compare(failed.output, output) === 0
    const own = written(frame, isSame, output.length > 0)
    const frames = [...own, ...(isSame ? failed.frames : [])].slice(-FRAMES_MAX)
    const caller = this.#open.at(-1)
    if (caller === undefined) this.#frames = frames
    else caller.failed = { frames, output: Uint8Array.from(output) }
  }

  txEnd({ printed }: MessageResult): void {
    this.#printed = printed.map(toHex)
  }

  finish(): void {
    const report: WrittenReport = { printed: this.#printed, frames: this.#frames }
    this.#json.add(JSON.stringify(report))
  }

  #note(operation: TracedOperation): void {
    const frame = this.#open.at(-1)
    if (frame === undefined) return
    const { code } = frame
    const size = BigInt(code.length)
    // An operation that fails has perhaps taken its operands already, so that not all items are there.
    const returns = operation
      .stack()
      .filter((item) => item < size)
      .map(Number)
      .filter((to) => code[to] === JUMPDEST && code[to - 1] === JUMP)
      .reverse()
    frame.place = { pc: operation.pc, returns }
  }
}

/** Code that has not run, because its value could not be paid, has no part in a failure. */
function written(
  { address, code, isCreation, place, call }: OpenFrame,
  isSame: boolean,
  hasData: boolean,
): readonly WrittenFrame[] {
  if (place === undefined) return []
  return [
    {
      address: toHex(address),
      code: toHex(code),
      isCreation,
      end: place,
      call: isSame ? call : undefined,
      isPassedOn: isSame && hasData,
    },
  ]
}
