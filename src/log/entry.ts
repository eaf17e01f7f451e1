import type { SealedBlock } from '../chain/encoding/block.ts'
import type { Change, Happened } from '../endpoint/changes.ts'
import { movesByName } from '../moves/moveRegistry.ts'
import { withoutSecrets } from '../moves/withoutSecrets.ts'
import { type Hex, toHex } from '../primitives/hex.ts'

/** What happened, in order. The numbers of entries increase; where some were not needed any more, numbers are missing. */
export type Entry = ChangeEntry | ChainEntry | CreateEntry | CloseEntry

/** An endpoint was changed. */
export interface ChangeEntry {
  readonly sequence: number
  /** its key */
  readonly endpoint: string
  /** as JSON has it */
  readonly change: Change
  /** DATA, 32 bytes: hash of the head before */
  readonly start: Hex
  readonly end: EntryHead
  /** what was read of the wall clock: pairs of a time in seconds since 1970, and how often it was read */
  readonly clock?: readonly (readonly [seconds: number, count: number])[]
  /** of a fork: hashes of nodes that nobody could read by then, which no earlier entry of the endpoint has */
  readonly lost?: readonly Hex[]
  /** of a fork: nodes that were needed beside removed ones, which no earlier entry of the endpoint has */
  readonly found?: readonly Hex[]
}

/** The main branch has become longer. */
interface ChainEntry {
  readonly sequence: number
  readonly chain: {
    readonly number: number
    /** DATA, 32 bytes; a group of processes agrees on the number before one of them builds the block */
    readonly hash?: Hex
  }
}

/** An endpoint was created. */
interface CreateEntry {
  readonly sequence: number
  readonly endpoint: string
  /** its options, as `server.endpoint` takes them */
  readonly create: Readonly<Record<string, unknown>>
}

/** An endpoint was closed. */
interface CloseEntry {
  readonly sequence: number
  readonly endpoint: string
  readonly close: true
}

export interface EntryHead {
  readonly number: number
  /** DATA, 32 bytes */
  readonly hash: Hex
  /** DATA, 32 bytes: the root of its state, if that was set by hand */
  readonly stateRoot?: Hex
}

/** An entry without its number. */
export type Unnumbered = Entry extends infer One
  ? One extends Entry
    ? Omit<One, 'sequence'>
    : never
  : never

/** Writes what happened to an endpoint as an entry. */
export function entryOf(endpoint: string, happened: Happened): Unnumbered {
  if ('create' in happened) return { endpoint, create: { ...happened.create } }
  if ('close' in happened) return { endpoint, close: true }
  const { start, end, clock, lost, found } = happened
  const { move, args } = happened.change
  const described = movesByName.get(move)
  const runs: [number, number][] = []
  for (const seconds of clock) {
    const run = runs.at(-1)
    if (run?.[0] === seconds) run[1]++
    else runs.push([seconds, 1])
  }
  return {
    endpoint,
    change: { move, args: described ? withoutSecrets(described, args, undefined) : args },
    start: start.hash,
    end: headOf(end),
    ...(runs.length > 0 && { clock: runs }),
    ...(lost.length > 0 && { lost }),
    ...(found.length > 0 && { found }),
  }
}

/** A head as an entry has it. */
export function headOf({ number, hash, alteredRoot }: SealedBlock): EntryHead {
  return { number, hash, ...(alteredRoot !== undefined && { stateRoot: alteredRoot }) }
}

/** What was read of the wall clock, each time. */
export function readsOf({ clock = [] }: ChangeEntry): readonly number[] {
  return clock.flatMap(([seconds, count]) => new Array<number>(count).fill(seconds))
}

/**
 * An entry, or a part of one, as JSON. Amounts are `{"bigint":"5"}`, bytes are in hex, and blocks have only their hash. What
 * a client has sent may look like an amount: `{"bigint":"x"}` is written as `{"bigint":["x"]}`.
 */
export function entryToJson(entry: Entry | Change['args']): string {
  return JSON.stringify(entry, (_, value: unknown) => {
    if (typeof value === 'bigint') return { bigint: value.toString() }
    if (value instanceof Uint8Array) return toHex(value)
    if (isLikeAmount(value)) return { bigint: [value.bigint] }
    return isBlock(value) ? { hash: value.hash } : value
  })
}

/** Reads what `entryToJson` has written. */
export function entryFromJson<Read extends Entry | Change['args'] = Entry>(json: string): Read {
  return JSON.parse(json, (_, value: unknown) => {
    if (!isLikeAmount(value)) return value
    const { bigint } = value
    return Array.isArray(bigint) ? { bigint: bigint[0] } : BigInt(bigint as string)
  }) as Read
}

function isLikeAmount(value: unknown): value is { readonly bigint: unknown } {
  return Object.hasOwn(Object(value), 'bigint') && Object.keys(Object(value)).length === 1
}

/** Whether it is a block as the API returns it, which may name a branch. What a client has sent as JSON has no bytes. */
function isBlock(value: unknown): value is { readonly hash: Hex } {
  const { hash, rlp } = Object(value) as Readonly<Record<string, unknown>>
  return typeof hash === 'string' && rlp instanceof Uint8Array
}
