import { RecordError } from './recordError.ts'
import { systemTiming, type Timing } from './timing.ts'

/** The tags that can stand for the last block of a range. */
export const endTags = ['latest', 'safe', 'finalized'] as const

export type EndTag = (typeof endTags)[number]

/** What to record, and how to go about it. */
export interface RecordOptions {
  /** number of the first block */
  readonly from: number
  /** number of the last block, or the tag that names it when the recording begins */
  readonly to: number | EndTag
  /** where the recording goes when it is complete; until then it is beside it, in `<folder>.recording` */
  readonly folder: string
  /**
   * what one answer of the node may have, in bytes; 64 MiB by default, which is also what `loadChain` reads at once by
   * default
   */
  readonly answerBytes?: number
  /** how many requests may be under way at once; 8 by default */
  readonly concurrency?: number
  /** each `Name: value`, sent with every request */
  readonly headers?: readonly string[]
  /** of the chain, where the node does not tell */
  readonly chainId?: number
  /** whether hashes, roots and senders are computed and compared; true by default. Links always are. */
  readonly verify?: boolean
  /** whether what an earlier run has left is thrown away */
  readonly restart?: boolean
  /** in milliseconds: how long an answer may take; 30000 by default */
  readonly timeoutMs?: number
  /** how often a request is sent before it counts as failed; 8 by default */
  readonly tries?: number
  /** Told after each block how many of the wanted ones there are. */
  readonly onProgress?: (done: number, wanted: number) => void
  /** Ends the recording, which can be taken up again; the promise is rejected with the signal's reason. */
  readonly signal?: AbortSignal
  /**
   * What it goes by when it waits.
   *
   * @internal
   */
  readonly timing?: Timing
}

/** A text that V8 can hold, with room to spare. */
const ANSWER_BYTES_MAX = 1 << 28

type Optional = 'chainId' | 'onProgress' | 'signal'

/** The same with nothing left open that has a default. */
export type ResolvedRecordOptions = Required<Omit<RecordOptions, Optional>> &
  Pick<RecordOptions, Optional>

/**
 * Fills in the defaults.
 *
 * @throws {RecordError} that names what cannot be
 */
export function resolveRecordOptions(given: RecordOptions): ResolvedRecordOptions {
  if (typeof given !== 'object' || given === null) {
    throw new RecordError('options: want at least { from, to, folder }')
  }
  const resolved = {
    ...given,
    answerBytes: given.answerBytes ?? 64 * 1024 ** 2,
    concurrency: given.concurrency ?? 8,
    headers: given.headers ?? [],
    verify: given.verify ?? true,
    restart: given.restart ?? false,
    timeoutMs: given.timeoutMs ?? 30_000,
    tries: given.tries ?? 8,
    timing: given.timing ?? systemTiming,
  }
  const { from, to, chainId } = resolved
  if (typeof resolved.folder !== 'string') throw new RecordError('folder: want its path as a text')
  requireWhole('from', from, 0)
  if (typeof to === 'number') requireWhole('to', to, from)
  else if (!endTags.includes(to)) {
    throw new RecordError(`to: ${String(to)} is not a number, ${endTags.join(', ')}`)
  }
  if (chainId !== undefined) requireWhole('chainId', chainId, 0)
  requireWhole('answerBytes', resolved.answerBytes, 1)
  if (resolved.answerBytes > ANSWER_BYTES_MAX) {
    throw new RecordError(`answerBytes: ${resolved.answerBytes} is above ${ANSWER_BYTES_MAX}`)
  }
  requireWhole('concurrency', resolved.concurrency, 1)
  requireWhole('timeoutMs', resolved.timeoutMs, 1)
  requireWhole('tries', resolved.tries, 1)
  return resolved
}

function requireWhole(name: string, value: unknown, least: number): void {
  if (!Number.isSafeInteger(value) || (value as number) < least) {
    throw new RecordError(`${name}: ${String(value)} is not a whole number of at least ${least}`)
  }
}
