import { type Hex, toHex } from '../../../primitives/hex.ts'
import type { MessageResult } from '../applyMessage.ts'
import type { EvmFailure } from '../failures/evmFailure.ts'
import { CALL_OPCODES } from '../opcodeSets.ts'
import type {
  EnteredFrame,
  ExitedFrame,
  StartedTransaction,
  TracedOperation,
} from '../replay/traceHooks.ts'
import type { JsonSink } from './jsonSink.ts'
import type { Tracer } from './tracer.ts'

const JUMP = 0x56
const JUMPDEST = 0x5b
const CREATE = 0xf0
const CREATE2 = 0xf5
const REVERT = 0xfd
const INVALID = 0xfe

/** How many frames of a failure are written: the innermost ones. */
const FRAMES_MAX = 32

/** Of the code of an account that delegates to another (EIP-7702). */
const DELEGATION = [0xef, 0x01, 0x00]

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
  #state: StartedTransaction['state'] | undefined

  constructor(json: JsonSink) {
    this.#json = json
  }

  txStart({ state }: StartedTransaction): void {
    this.#state = state
  }

  enter({ type, to, input }: EnteredFrame): void {
    const caller = this.#open.at(-1)
    if (caller !== undefined) {
      caller.failed = undefined
      caller.call = caller.place
    }
    const isCreation = type === 'CREATE' || type === 'CREATE2'
    this.#open.push({
      address: Uint8Array.from(to),
      code: isCreation ? Uint8Array.from(input) : this.#codeOf(to),
      isCreation,
      place: undefined,
      call: undefined,
      failed: undefined,
    })
  }

  opcode(operation: TracedOperation): void {
    const { opcode, failure } = operation
    const isEnd = opcode === REVERT || opcode === INVALID || failure !== undefined
    const isCall = CALL_OPCODES.has(opcode) || opcode === CREATE || opcode === CREATE2
    if (isEnd || isCall) this.#note(operation)
  }

  fault(operation: TracedOperation, _failure: EvmFailure): void {
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

  #codeOf(address: Uint8Array): Uint8Array {
    const code = this.#state?.code(address) ?? new Uint8Array(0)
    const isDelegation = code.length === 23 && DELEGATION.every((byte, at) => code[at] === byte)
    return isDelegation ? (this.#state?.code(code.subarray(3)) ?? code) : code
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
