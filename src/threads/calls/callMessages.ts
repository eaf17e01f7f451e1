import type { MessagePort } from 'node:worker_threads'
import type { CallBlock } from '../../chain/calls/callEnvironment.ts'
import type { Rules } from '../../chain/protocol/rules.ts'
import type { ByteText } from '../../chain/state/byteText.ts'
import type { StoredCode } from '../../chain/state/codeStore.ts'
import type { InputOf, JobTable, NameIn } from './jobTable.ts'
import type { WorkLimits } from './workBudget.ts'

// Messages between the main thread and a worker thread. Short bytes are sent as strings, because sending a Uint8Array
// copies its whole buffer, which often contains other bytes, too.

/** Indexes of signals. */
export const ANSWERED = 0
export const ABORTED = 1

/** What a worker thread is started with. */
export interface WorkerSetup {
  /** carries its questions, and the answers */
  readonly port: MessagePort
  /** two numbers: `ANSWERED` is 1 when the answer to a question has been sent, `ABORTED` when the job shall end */
  readonly signals: Int32Array
}

/** Has a worker run a job. It gets one at a time. */
export interface JobRequest {
  readonly name: string
  readonly input: unknown
  readonly rules: Rules
  readonly block: CallBlock
  /** names the state after the block: there is no other state of this name */
  readonly stateName: string
  /**
   * Begins the keys under which the thread keeps slots and code: '' where all chains may share them. On a fork it is the
   * name of the state, because each state reads from the network for itself.
   */
  readonly scope: string
  /** what a call may do in the main thread */
  readonly shortWork: WorkLimits
}

/** The same as the worker gets it. */
export interface ReceivedJob<Table extends JobTable> extends JobRequest {
  readonly name: NameIn<Table>
  readonly input: InputOf<Table, NameIn<Table>>
}

/** The worker has finished its job. */
export type JobReply = ({ readonly result: unknown } | { readonly error: SentError }) & {
  /** whether it could have run in the main thread */
  readonly isShort: boolean
  /** what its code has printed */
  readonly printed: readonly Uint8Array[]
}

export interface SentError {
  /** of a `CallError`; undefined for any other error, which is a bug */
  readonly code: number | undefined
  readonly message: string
  readonly data: Uint8Array | undefined
  readonly stack: string | undefined
}

/** What each kind of question asks for, and its answer. */
export interface Questions {
  /** by their keys in the tries; with the address or slot behind the key, in hex, if that is known */
  account: { ask: Named<{ key: ByteText }>; answer: SentAccount | undefined }
  slot: { ask: Named<{ account: ByteText; key: ByteText }>; answer: ByteText | undefined }
  /** by the hash in hex */
  code: { ask: string; answer: StoredCode | undefined }
  /** by number */
  blockHash: { ask: number; answer: ByteText }
  /** adds changes to the state whose root is asked for; of at most `SENT_SLOTS_MAX` accounts and slots */
  change: { ask: readonly SentChange[]; answer: undefined }
  /** of the state after all changes so far */
  stateRoot: { ask: undefined; answer: ByteText }
  /** whether that root is the one that every node would compute */
  hasExactRoot: { ask: undefined; answer: boolean }
}

type Named<Ask> = Ask & { readonly name: string | undefined }

export type QuestionKind = keyof Questions

/** What a worker asks the main thread while it waits. */
export type Question = {
  [Kind in QuestionKind]: { readonly kind: Kind; readonly ask: Questions[Kind]['ask'] }
}[QuestionKind]

export type SentAnswer = { readonly answer: unknown } | { readonly failure: string }

/** How many accounts and slots are changed by one message: a few milliseconds' worth, with their hashes. */
export const SENT_SLOTS_MAX = 100

/** An account without its storage. */
export interface SentAccount {
  readonly nonce: bigint
  readonly balance: bigint
  readonly codeHash: ByteText
  readonly storageRoot: ByteText
}

/** An `AccountChange`. */
export interface SentChange {
  readonly key: ByteText
  readonly account: Omit<SentAccount, 'storageRoot'> | undefined
  readonly isCleared: boolean
  readonly slots: readonly (readonly [key: ByteText, value: ByteText])[]
}

/** The buffers that can be handed over with a value that has buffers of its own: those of a long result. */
export function buffersOf(value: unknown): ArrayBuffer[] {
  return value instanceof Uint8Array && value.buffer instanceof ArrayBuffer ? [value.buffer] : []
}

/** Copies a value so that its bytes have buffers of their own, because a whole buffer is sent for each. */
export function withOwnBuffers(value: unknown): unknown {
  // One for all: a buffer takes several times as long to send as a few bytes in one, and overrides may have 100,000.
  const all = new Uint8Array(countBytes(value))
  let used = 0
  return withBytes(value, (bytes) => {
    const start = used
    used += bytes.length
    all.set(bytes, start)
    return all.subarray(start, used)
  })
}

function countBytes(value: unknown): number {
  let count = 0
  const waiting: unknown[] = [value]
  while (waiting.length > 0) {
    const each = waiting.pop()
    if (each instanceof Uint8Array) count += each.length
    else if (isPlain(each)) for (const member of Object.values(each)) waiting.push(member)
  }
  return count
}

/** Copies a value with its bytes replaced. */
function withBytes(value: unknown, replace: (bytes: Uint8Array) => Uint8Array): unknown {
  if (value instanceof Uint8Array) return replace(value)
  if (Array.isArray(value)) return value.map((each) => withBytes(each, replace))
  if (!isPlain(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withBytes(member, replace)]),
  )
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return Array.isArray(value) || prototype === Object.prototype || prototype === null
}
