import { toHex, toQuantity } from '../../../primitives/hex.ts'
import type { BlockContext } from '../blockContext.ts'
import type { ExitedFrame, StartedTransaction } from '../replay/traceHooks.ts'
import { type CallFrame, CallFrames } from './callFrames.ts'
import type { JsonSink } from './jsonSink.ts'
import { parityError } from './parityError.ts'
import type { Tracer } from './tracer.ts'
import type { FlatCallTracerOptions } from './tracerChoice.ts'

/** Writes the frames of a transaction as a list, in the form of Parity (geth, eth/tracers/native/call_flat.go). */
export class FlatCallTracer extends CallFrames implements Tracer {
  readonly #options: FlatCallTracerOptions
  readonly #json: JsonSink
  readonly #path: CallFrame[][] = []
  #transaction: StartedTransaction | undefined
  #count = 0

  constructor(options: FlatCallTracerOptions, json: JsonSink) {
    super({ onlyTopCall: false, withLog: false }, json)
    this.#options = options
    this.#json = json
  }

  override txStart(transaction: StartedTransaction): void {
    super.txStart(transaction)
    this.#transaction = transaction
  }

  override enter(frame: Parameters<CallFrames['enter']>[0]): void {
    const value = frame.depth > 0 && frame.value === undefined ? 0n : frame.value
    super.enter({ ...frame, value })
    this.#path.push(this.open.calls)
  }

  override exit(exited: ExitedFrame): void {
    super.exit(exited)
    this.#path.pop()
    const siblings = this.#path.at(-1)
    if (siblings === undefined || this.#options.includePrecompiles) return
    const { type, to } = siblings.at(-1) as CallFrame
    if ((type !== 'CALL' && type !== 'STATICCALL') || to === undefined) return
    if (this.#transaction?.precompiles.has(toHex(to).slice(2))) siblings.pop()
  }

  finish(): void {
    this.#json.add('[')
    this.#write(this.top, [])
    this.#json.add(']')
  }

  #write(frame: CallFrame, traceAddress: readonly number[]): void {
    const { block, blockHash, hash, index } = this.#transaction as StartedTransaction
    const { error, calls, isRevert } = frame
    const shown = error && (this.#options.convertParityErrors ? parityError(error) : error)
    const written = {
      action: actionOf(frame),
      blockHash: blockHash === undefined ? null : toHex(blockHash),
      blockNumber: blockNumberOf(block, blockHash),
      error: shown,
      // What a frame reverted with contains the reason.
      result: error === undefined || isRevert ? resultOf(frame) : undefined,
      subtraces: calls.length,
      traceAddress,
      transactionHash: hash === undefined ? null : toHex(hash),
      transactionPosition: index,
      type: typeOf(frame),
    }
    this.#json.add(`${this.#count++ === 0 ? '' : ','}${JSON.stringify(written)}`)
    for (const [at, call] of calls.entries()) this.#write(call, [...traceAddress, at])
  }
}

/** geth knows the block only of a transaction. */
function blockNumberOf({ number }: BlockContext, blockHash: Uint8Array | undefined): number {
  return blockHash === undefined ? 0 : Number(number)
}

function isCreation({ type }: CallFrame): boolean {
  return type === 'CREATE' || type === 'CREATE2'
}

function typeOf(frame: CallFrame): string {
  if (isCreation(frame)) return 'create'
  return frame.type === 'SELFDESTRUCT' ? 'suicide' : 'call'
}

function actionOf(frame: CallFrame): object {
  const { type, from, to, gas, input, value } = frame
  if (type === 'SELFDESTRUCT') {
    return {
      address: toHex(from),
      balance: quantityOf(value),
      refundAddress: to && toHex(to),
    }
  }
  if (isCreation(frame)) {
    return {
      creationMethod: type.toLowerCase(),
      from: toHex(from),
      gas: toQuantity(gas),
      init: toHex(input),
      value: quantityOf(value),
    }
  }
  return {
    callType: type.toLowerCase(),
    from: toHex(from),
    gas: toQuantity(gas),
    input: toHex(input),
    to: to && toHex(to),
    value: quantityOf(value),
  }
}

function quantityOf(value: bigint | undefined): string | undefined {
  return value === undefined ? undefined : toQuantity(value)
}

function resultOf(frame: CallFrame): object | undefined {
  const { type, to, gasUsed, output } = frame
  if (type === 'SELFDESTRUCT') return undefined
  if (isCreation(frame)) {
    return { address: to && toHex(to), code: toHex(output), gasUsed: toQuantity(gasUsed) }
  }
  return { gasUsed: toQuantity(gasUsed), output: toHex(output) }
}
