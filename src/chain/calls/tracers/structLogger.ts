import { toHex } from '../../../primitives/hex.ts'
import type { MessageResult } from '../applyMessage.ts'
import { opcodeName } from '../failures/opcodeName.ts'
import type {
  ExitedFrame,
  StartedTransaction,
  TracedOperation,
  TraceState,
} from '../replay/traceHooks.ts'
import type { JsonSink } from './jsonSink.ts'
import type { Tracer } from './tracer.ts'
import type { StructLogOptions } from './tracerChoice.ts'

const SLOAD = 0x54
const SSTORE = 0x55
const NOTHING = new Uint8Array(0)

/** Lists each operation of a transaction (geth, eth/tracers/logger/logger.go, StructLogger). */
export class StructLogger implements Tracer {
  readonly #options: StructLogOptions
  readonly #json: JsonSink
  readonly #writeHead: (part: string) => void
  /** slots and values in hex, by account in hex */
  readonly #storage = new Map<string, Map<string, string>>()
  #state: TraceState | undefined
  #bytes = 0
  #count = 0
  #gasUsed = 0n
  #hasFailed = false
  #output: Uint8Array = NOTHING

  constructor(options: StructLogOptions, json: JsonSink) {
    this.#options = options
    this.#json = json
    this.#writeHead = json.reserve()
  }

  txStart({ state }: StartedTransaction): void {
    this.#state = state
  }

  opcode(operation: TracedOperation): void {
    const { limit } = this.#options
    if (limit !== 0 && this.#bytes > limit) return
    const entry = this.#write(operation)
    this.#bytes += entry.length
    this.#json.add(this.#count++ === 0 ? entry : `,${entry}`)
  }

  exit({ depth, failure, output }: ExitedFrame): void {
    if (depth !== 0) return
    this.#hasFailed = failure !== undefined
    this.#output = output
  }

  txEnd({ gasUsed }: MessageResult): void {
    this.#gasUsed = gasUsed
  }

  finish(): void {
    const output = toHex(this.#output)
    this.#writeHead(
      `{"gas":${this.#gasUsed},"failed":${this.#hasFailed},"returnValue":"${output}","structLogs":[`,
    )
    this.#json.add(']}')
  }

  #write(operation: TracedOperation): string {
    const { pc, opcode, gas, cost, depth, failure, refund } = operation
    const { disableStack, enableReturnData, enableMemory } = this.#options
    let entry = `{"pc":${pc},"op":"${opcodeName(opcode)}","gas":${gas},"gasCost":${cost},"depth":${depth}`
    if (failure !== undefined) entry += `,"error":${JSON.stringify(failure.message)}`
    if (!disableStack) entry += `,"stack":${hexList(operation.stack())}`
    if (enableReturnData && operation.returnData.length > 0) {
      entry += `,"returnData":"${toHex(operation.returnData)}"`
    }
    if (enableMemory && operation.memorySize > 0) {
      this.#json.requireSpace(2 * operation.memorySize)
      entry += `,"memory":${wordList(toHex(operation.memory()))}`
    }
    entry += this.#storageOf(operation)
    return refund === 0n ? `${entry}}` : `${entry},"refund":${refund}}`
  }

  #storageOf(operation: TracedOperation): string {
    const { opcode, stackLength, address, failure } = operation
    if (this.#options.disableStorage || (opcode !== SLOAD && opcode !== SSTORE)) return ''
    // An operation that fails does nothing to storage.
    if (failure !== undefined || stackLength < (opcode === SLOAD ? 1 : 2)) return ''
    const name = toHex(address)
    let slots = this.#storage.get(name)
    if (slots === undefined) {
      slots = new Map()
      this.#storage.set(name, slots)
    }
    const slot = wordOf(operation.peek(0))
    const value =
      opcode === SLOAD
        ? toHex((this.#state as TraceState).storage(address, Buffer.from(slot.slice(2), 'hex')))
        : wordOf(operation.peek(1))
    slots.set(slot, value)
    this.#json.requireSpace(139 * slots.size)
    const members = [...slots]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, each]) => `"${key}":"${each}"`)
    return `,"storage":{${members.join()}}`
  }
}

function hexList(items: readonly bigint[]): string {
  if (items.length === 0) return '[]'
  let list = '['
  for (const item of items) list += `"0x${item.toString(16)}",`
  return `${list.slice(0, -1)}]`
}

/** Words of 32 bytes. */
function wordList(hex: string): string {
  const words: string[] = []
  for (let at = 2; at < hex.length; at += 64) words.push(`"0x${hex.slice(at, at + 64)}"`)
  return `[${words.join()}]`
}

function wordOf(item: bigint): string {
  return `0x${item.toString(16).padStart(64, '0')}`
}
