import { printedBytes } from '../chain/calls/printedBytes.ts'
import type { SealedBlock } from '../chain/encoding/block.ts'
import { decodeBlock } from '../chain/encoding/decode.ts'
import type {
  ExecutedTransaction,
  TransactionReport,
} from '../chain/execution/executedTransactions.ts'
import type { TransactionLocation } from '../chain/store/tree.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import type { HeadChange } from '../endpoint/headListeners.ts'
import { fromHex, type Hex } from '../primitives/hex.ts'
import { type Answer, decodeAnswer } from '../rpc/answer.ts'
import type { CallNotes, FailedCall } from '../rpc/callNotes.ts'
import { methodsWith } from '../rpc/methods/methodRegistry.ts'
import type { CallOutcome, Observer } from '../rpc/observer.ts'
import type { NamedAbi } from '../solidity/artifact.ts'
import { failureText } from './failureText.ts'
import { FoldedOutput, type Line } from './foldedOutput.ts'
import { KnownAbis } from './knownAbis.ts'
import { paintFor } from './paint.ts'
import { printedLines, type Style, stackLines, transactionLines } from './transactionLines.ts'

/** How long blocks wait for the answer of the request that has mined them, in milliseconds. */
const ANSWER_MS = 50

/** How many blocks of a move, and transactions of a block, are shown. */
const BLOCKS_SHOWN = 10
const TRANSACTIONS_SHOWN = 10

/** In bytes: how much is kept of what no block says of transactions. */
const REPORTS_BYTES_MAX = 4 * 1024 * 1024

/** Of a report without its texts. */
const REPORT_BYTES = 200

/** Of the text of an address: a client may send anything in its place. */
const ADDRESS_LENGTH = 42

/** How many characters of the params of a move are shown. */
const PARAMS_SHOWN = 100

const sending = methodsWith('sends')

/**
 * Finds the lines of sources that have led to a failure; none if they are not known. It never rejects.
 *
 * @param failed a transaction of a block, or a call on the state after one
 */
export type StackReader = (
  endpoint: Endpoint,
  failed: FailedCall | TransactionLocation,
) => Promise<readonly string[]>

export interface TerminalOptions {
  /** @param text of whole lines */
  write(text: string): void
  readonly isColored: boolean
  /** those of the user's contracts */
  readonly abis: readonly NamedAbi[]
  /** undefined if no sources are known */
  readonly stackOf?: StackReader | undefined
  /** whether what contracts print is shown */
  readonly consoleLog: boolean
  /** How much of a call is shown, without keys and other secrets. */
  readonly shown: {
    key(key: string): string
    method(name: string): string
    params(call: { key: string; method: string; params: unknown; isValid: boolean }): unknown
  }
  /** Whether a method is a move. */
  isMove(method: string): boolean
  /** The endpoint of a key; undefined if there is none. */
  endpointOf(key: string): Endpoint | undefined
}

/** What an endpoint has mined since its last request was answered. */
interface Waiting {
  readonly lines: Line[]
  readonly timer: NodeJS.Timeout
}

/** Tells people what happens at a development node: transactions, moves, and requests that fail. */
export class Terminal implements Observer {
  readonly #options: TerminalOptions
  readonly #output: FoldedOutput
  readonly #style: Style
  readonly #reports = new Map<Hex, TransactionReport>()
  #reportsBytes = 0
  readonly #waiting = new Map<Endpoint, Waiting>()
  /** the hash of the block that the chain of each endpoint was forked from */
  readonly #pinned = new WeakMap<Endpoint, Hex | undefined>()
  /** the endpoint that needs no name */
  #own: Endpoint | undefined
  /** whether it tells anything */
  isOn = false

  constructor(options: TerminalOptions) {
    this.#options = options
    this.#output = new FoldedOutput(options.write)
    this.#style = { abis: new KnownAbis(options.abis), paint: paintFor(options.isColored) }
  }

  /** Keeps what no block says of transactions that have run. */
  executed(transactions: readonly ExecutedTransaction[]): void {
    for (const { hash, report: given } of transactions) {
      this.#forget(hash)
      if (given === undefined) continue
      const report = this.#options.consoleLog ? given : { ...given, printed: [] }
      this.#reports.set(hash, report)
      this.#reportsBytes += bytesOf(report)
    }
    for (const [hash] of this.#reports) {
      if (this.#reportsBytes <= REPORTS_BYTES_MAX) break
      this.#forget(hash)
    }
  }

  #forget(hash: Hex): void {
    const report = this.#reports.get(hash)
    if (report === undefined) return
    this.#reports.delete(hash)
    this.#reportsBytes -= bytesOf(report)
  }

  /** Tells what happens at an endpoint from now on. The first one is written without its name. */
  watch(endpoint: Endpoint): void {
    this.#own ??= endpoint
    this.#pinned.set(endpoint, endpoint.chain.base.forkedFrom?.block.hash)
    endpoint.onHeadChange((change) => this.#moved(endpoint, change))
  }

  answered(
    key: string,
    method: string,
    outcome: CallOutcome,
    _milliseconds: number,
    params: unknown,
    answer: Answer,
    notes?: CallNotes,
  ): void {
    if (!this.isOn) return
    const { endpointOf, isMove, shown } = this.#options
    const isMoved = isMove(method)
    const isSent = sending.has(method)
    const isFailed = outcome !== 'ok'
    // What a transaction prints is told with it.
    const printed = isSent && !isFailed ? [] : this.#printedLines(notes)
    if (!isFailed && !isMoved && !isSent && printed.length === 0) return
    const endpoint = endpointOf(key)
    const heading = `${this.#nameOf(endpoint)}${this.#style.paint.title(shown.method(method))}`
    const called = calledLine(Array.isArray(params) ? params[0] : undefined, this.#style)
    if (!isFailed && !isMoved && !isSent) {
      this.#output.add([heading, ...called, ...printed])
      return
    }
    const mined = endpoint === undefined ? [] : this.#take(endpoint)
    if (isFailed) {
      const failure = this.#failureLines(answer, endpoint, notes?.failed)
      this.#output.add([heading, ...called, ...failure, ...printed, ...mined])
    } else if (isMoved) {
      const given = shortParams(shown.params({ key, method, params, isValid: true }))
      this.#output.add([`${heading} ${this.#style.paint.plain(given)}`.trimEnd(), ...mined])
    } else if (mined.length > 0) this.#output.add([heading, ...mined])
    else this.#output.add([`${heading}  ${decodeAnswer(answer).result} waits in the pool`])
  }

  refused(): void {}

  /** Writes what was not written yet. */
  close(): void {
    for (const endpoint of [...this.#waiting.keys()]) this.#flush(endpoint)
    this.#output.flush()
  }

  #moved(endpoint: Endpoint, { removed, added }: HeadChange): void {
    if (!this.isOn) return
    const known = this.#waiting.get(endpoint)
    const lines = known?.lines ?? []
    lines.push(...(this.#forkLine(endpoint) ?? this.#moveLines(endpoint, removed, added)))
    if (known !== undefined) return
    const timer = setTimeout(() => this.#flush(endpoint), ANSWER_MS).unref()
    this.#waiting.set(endpoint, { lines, timer })
  }

  /** Where an endpoint goes on from that was reset to another block of a network; undefined if it was not. */
  #forkLine(endpoint: Endpoint): readonly Line[] | undefined {
    const { forkedFrom } = endpoint.chain.base
    const { block, nodes = [] } = forkedFrom ?? {}
    if (block?.hash === this.#pinned.get(endpoint)) return undefined
    this.#pinned.set(endpoint, block?.hash)
    return (
      block && [
        `  goes on from block ${block.number} of ${nodes[0] ?? 'the folder'}  ${block.hash}`,
      ]
    )
  }

  #moveLines(
    endpoint: Endpoint,
    removed: HeadChange['removed'],
    added: HeadChange['added'],
  ): readonly Line[] {
    const count = `${removed.length} ${removed.length === 1 ? 'block' : 'blocks'}`
    const more = added.length - BLOCKS_SHOWN
    return [
      ...(removed.length > 0 ? [`  undone: ${count}`] : []),
      // A move may mine a million blocks, and lines of several moves may wait for one answer.
      ...added.slice(0, BLOCKS_SHOWN).flatMap((block) => this.#blockLines(block, endpoint)),
      ...(more > 0 ? [`  and ${more} more, up to block ${added.at(-1)?.number}`] : []),
    ]
  }

  #take(endpoint: Endpoint): readonly Line[] {
    const waiting = this.#waiting.get(endpoint)
    clearTimeout(waiting?.timer)
    this.#waiting.delete(endpoint)
    return waiting?.lines ?? []
  }

  /** Nobody has asked for them: a timer has mined, or the endpoint follows another one. */
  #flush(endpoint: Endpoint): void {
    const name = this.#nameOf(endpoint)
    const lines = this.#take(endpoint)
    if (lines.length > 0) this.#output.add(name === '' ? lines : [name.trim(), ...lines])
  }

  #nameOf(endpoint: Endpoint | undefined): string {
    return endpoint === undefined || endpoint === this.#own
      ? ''
      : `[${this.#options.shown.key(endpoint.key)}] `
  }

  #blockLines(sealed: SealedBlock, endpoint: Endpoint): readonly Line[] {
    const { number, hash } = sealed
    const { transactions, receipts } = decodeBlock(sealed)
    const { paint } = this.#style
    if (transactions.length === 0) return [`  block ${number}  ${hash}, no transactions`]
    const lines: Line[] = []
    for (const [index, transaction] of transactions.slice(0, TRANSACTIONS_SHOWN).entries()) {
      const receipt = receipts[index]
      if (receipt === undefined) continue
      const report = this.#reports.get(transaction.hash)
      lines.push(`  ${paint.title(transaction.hash)}  in block ${number}`)
      const stack =
        receipt.status === 0
          ? this.#options.stackOf?.(endpoint, { block: sealed, index })
          : undefined
      lines.push(...transactionLines(transaction, receipt, report, stack, this.#style))
    }
    const more = transactions.length - TRANSACTIONS_SHOWN
    return more > 0 ? [...lines, `  and ${more} more transactions in block ${number}`] : lines
  }

  #failureLines(
    answer: Answer,
    endpoint: Endpoint | undefined,
    failed: FailedCall | undefined,
  ): readonly Line[] {
    const { abis, paint } = this.#style
    const { message = '', data } = decodeAnswer(answer).error ?? {}
    const revertData = isData(data) ? fromHex(data) : new Uint8Array(0)
    const text = `  ${paint.failed(`Error: ${failureText(message, revertData, abis)}`)}`
    const stack = failed && endpoint && this.#options.stackOf?.(endpoint, failed)
    return stack === undefined ? [text] : [text, stackLines(stack, paint)]
  }

  #printedLines(notes: CallNotes | undefined): readonly string[] {
    const { printed } = notes ?? {}
    if (printed === undefined || !this.#options.consoleLog) return []
    return printedLines(printed, this.#style.paint)
  }
}

/** What a call with these params calls. */
function calledLine(call: unknown, { abis, paint }: Style): readonly string[] {
  const { to, data, input = data } = Object(call) as Readonly<Record<string, unknown>>
  if (typeof to !== 'string') return []
  const called = isData(input) ? abis.functionOf(input) : undefined
  return [
    `  to ${paint.plain(to.slice(0, ADDRESS_LENGTH))}${called === undefined ? '' : `  ${paint.plain(called)}`}`,
  ]
}

function isData(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x(?:[\da-f]{2})*$/i.test(value)
}

function shortParams(params: unknown): string {
  if (params === undefined || (Array.isArray(params) && params.length === 0)) return ''
  const json = JSON.stringify(params)
  return json.length > PARAMS_SHOWN ? `${json.slice(0, PARAMS_SHOWN)}…` : json
}

function bytesOf({ revertData, printed }: TransactionReport): number {
  return printed.reduce((sum, each) => sum + printedBytes(each), REPORT_BYTES + revertData.length)
}
