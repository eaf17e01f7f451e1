import { fromHex, toHex, toQuantity, toWord } from '../../../primitives/hex.ts'
import { stackAddress } from '../../execution/stackAddress.ts'
import { CALL_OPCODES } from '../opcodeSets.ts'
import type {
  EnteredFrame,
  ExitedFrame,
  StartedTransaction,
  TracedOperation,
} from '../replay/traceHooks.ts'
import { type CallFrame, CallFrames } from './callFrames.ts'
import { frameStart, textOfLog, valueMember } from './frameText.ts'
import { type JsonSink, writeMember } from './jsonSink.ts'
import { paddedMemory } from './paddedMemory.ts'
import type { Tracer } from './tracer.ts'
import type { Erc7562TracerOptions } from './tracerChoice.ts'

const ISZERO = 0x15
const KECCAK256 = 0x20
const EXTCODESIZE = 0x3b
const EXTCODECOPY = 0x3c
const EXTCODEHASH = 0x3f
const SLOAD = 0x54
const SSTORE = 0x55
const GAS = 0x5a
const TLOAD = 0x5c
const TSTORE = 0x5d
const RETURN = 0xf3
const REVERT = 0xfd

const EXTCODE_OPCODES: ReadonlySet<number> = new Set([EXTCODESIZE, EXTCODECOPY, EXTCODEHASH])

const CODE_UNPAID = 'contract creation code storage out of gas'

/** What an entry of each list or map takes as JSON, at least. */
const ENTRY_BYTES = 46
const SLOT_BYTES = 72

/** What a frame did that ERC-7562 has rules about. Addresses and slots are in hex. */
class Accesses {
  /** the value that the first SLOAD of a slot found, unless the frame had written to it before */
  readonly reads = new Map<string, readonly string[]>()
  /** how often each slot was written to, in storage and in transient storage */
  readonly writes = new Map<string, number>()
  readonly transientReads = new Map<string, number>()
  readonly transientWrites = new Map<string, number>()
  /** whose code was read by EXTCODE operations, but for "EXTCODESIZE ISZERO" */
  readonly extCode: string[] = []
  /** how often each operation ran, by its opcode as a QUANTITY */
  readonly opcodes = new Map<string, number>()
  readonly contractSizes = new Map<string, { contractSize: number; opcode: number }>()
  outOfGas = false
}

/** What the bundlers of ERC-4337 check user operations by (geth, eth/tracers/native/erc7562.go). */
export class Erc7562Tracer extends CallFrames implements Tracer {
  readonly #ignored: ReadonlySet<number>
  readonly #json: JsonSink
  readonly #accesses = new Map<CallFrame, Accesses>()
  /** what KECCAK256 hashed, in hex */
  readonly #preimages = new Set<string>()
  #state: StartedTransaction['state'] | undefined
  /** the operation before this one, in any frame, with the topmost item of its stack */
  #last: { readonly opcode: number; readonly top: bigint } | undefined

  constructor({ ignoredOpcodes, withLog }: Erc7562TracerOptions, json: JsonSink) {
    super({ onlyTopCall: false, withLog }, json)
    this.#ignored = new Set(ignoredOpcodes)
    this.#json = json
  }

  override txStart(transaction: StartedTransaction): void {
    super.txStart(transaction)
    this.#state = transaction.state
  }

  override enter(entered: EnteredFrame): void {
    super.enter(entered)
    this.#accesses.set(this.open, new Accesses())
  }

  override exit(exited: ExitedFrame): void {
    const { depth, failure } = exited
    const accesses = this.#accessesOf(this.open)
    super.exit(exited)
    if (depth === 0 || failure === undefined) return
    accesses.outOfGas = failure.kind === 'outOfGas' || failure.message === CODE_UNPAID
  }

  opcode(operation: TracedOperation): void {
    const { opcode, stackLength } = operation
    const accesses = this.#accessesOf(this.open)
    const last = opcode === REVERT || opcode === RETURN ? undefined : this.#last
    if (last !== undefined) this.#addExtCode(accesses, last, opcode)
    this.#addContractSize(accesses, operation)
    // The gas that a call passes on is no observation (OP-012).
    if (last?.opcode === GAS && !CALL_OPCODES.has(opcode)) this.#addTo(accesses.opcodes, '0x5a')
    if (opcode !== GAS && !this.#ignored.has(opcode)) {
      this.#addTo(accesses.opcodes, toQuantity(opcode))
    }
    this.#addSlot(accesses, operation)
    this.#addPreimage(operation)
    this.#last = { opcode, top: stackLength === 0 ? 0n : operation.peek(0) }
  }

  finish(): void {
    this.#write(this.top)
  }

  #accessesOf(frame: CallFrame): Accesses {
    return this.#accesses.get(frame) as Accesses
  }

  /** The check whether code exists ("EXTCODESIZE ISZERO") is allowed (OP-051). */
  #addExtCode(
    { extCode }: Accesses,
    last: { readonly opcode: number; readonly top: bigint },
    opcode: number,
  ): void {
    if (!EXTCODE_OPCODES.has(last.opcode)) return
    if (last.opcode === EXTCODESIZE && opcode === ISZERO) return
    this.count(ENTRY_BYTES)
    extCode.push(toHex(stackAddress(last.top)))
  }

  /** Code that is called or read must exist (OP-041). */
  #addContractSize({ contractSizes }: Accesses, operation: TracedOperation): void {
    const { opcode, stackLength } = operation
    const index = CALL_OPCODES.has(opcode) ? 1 : 0
    if (index === 0 && !EXTCODE_OPCODES.has(opcode)) return
    if (stackLength <= index) return
    const address = stackAddress(operation.peek(index))
    const name = toHex(address)
    if (contractSizes.has(name)) return
    this.count(ENTRY_BYTES + 36)
    const contractSize = this.#state?.code(address).length ?? 0
    contractSizes.set(name, { contractSize, opcode })
  }

  #addSlot(accesses: Accesses, operation: TracedOperation): void {
    const { opcode, stackLength } = operation
    if (stackLength === 0) return
    const counts = countsOf(accesses, opcode)
    if (counts !== undefined) this.#addTo(counts, toWord(operation.peek(0)))
    else if (opcode === SLOAD) this.#addRead(accesses, operation)
  }

  /** The first value that is read tells what the slot was before the frame, unless it was written to. */
  #addRead({ reads, writes }: Accesses, operation: TracedOperation): void {
    const slot = toWord(operation.peek(0))
    if (reads.has(slot) || writes.has(slot)) return
    this.count(2 * SLOT_BYTES)
    const value = this.#state?.storage(operation.address, fromHex(slot)) ?? new Uint8Array(32)
    reads.set(slot, [toHex(value)])
  }

  #addPreimage(operation: TracedOperation): void {
    if (operation.opcode !== KECCAK256 || operation.stackLength < 2) return
    const preimage = paddedMemory(operation.memory(), operation.peek(0), operation.peek(1))
    if (preimage === undefined) return
    const text = toHex(preimage)
    if (this.#preimages.has(text)) return
    this.count(text.length)
    this.#preimages.add(text)
  }

  #addTo(counts: Map<string, number>, name: string): void {
    const count = counts.get(name)
    if (count === undefined) this.count(name.length)
    counts.set(name, (count ?? 0) + 1)
  }

  #write(frame: CallFrame): void {
    const json = this.#json
    const accesses = this.#accessesOf(frame)
    json.add(frameStart(frame))
    writeMember(json, 'logs', frame.logs, (log) => json.add(textOfLog(log)))
    json.add(valueMember(frame))
    json.add(`,"accessedSlots":{"reads":${textOfMap(accesses.reads)}`)
    json.add(`,"writes":${textOfMap(accesses.writes)}`)
    json.add(`,"transientReads":${textOfMap(accesses.transientReads)}`)
    json.add(`,"transientWrites":${textOfMap(accesses.transientWrites)}}`)
    json.add(`,"extCodeAccessInfo":${JSON.stringify(accesses.extCode)}`)
    json.add(`,"usedOpcodes":${textOfMap(accesses.opcodes)}`)
    json.add(`,"contractSize":${textOfMap(accesses.contractSizes)}`)
    json.add(`,"outOfGas":${accesses.outOfGas}`)
    const preimages = frame === this.top ? [...this.#preimages].sort() : []
    writeMember(json, 'keccak', preimages, (preimage) => json.add(`"${preimage}"`))
    writeMember(json, 'calls', frame.calls, (call) => this.#write(call))
    json.add(`,"type":"${frame.type}"}`)
  }
}

/** The slots that an operation of a kind is counted by; undefined if it is not counted. */
function countsOf(accesses: Accesses, opcode: number): Map<string, number> | undefined {
  if (opcode === SSTORE) return accesses.writes
  if (opcode === TLOAD) return accesses.transientReads
  return opcode === TSTORE ? accesses.transientWrites : undefined
}

/** As Go writes a map: sorted by key. */
function textOfMap(map: ReadonlyMap<string, unknown>): string {
  const sorted = [...map].sort(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify(Object.fromEntries(sorted))
}
