import type { Dialogue } from './dialogue.ts'
import { drive } from './load.ts'
import { compare, measurePairs, type Pair } from './pairs.ts'
import { type Row, row } from './report.ts'

/** How much to measure. */
export interface Slices {
  /** of each server per figure */
  readonly pairs: number
  readonly sliceSeconds: number
}

/** A server in a process of its own, and what to send to it. */
export interface Target {
  /** processor time that it has used so far; undefined where the system does not say */
  readonly cpuSeconds: () => Promise<number | undefined>
  /** at the same time */
  readonly dialogues: readonly Dialogue[]
}

export interface Slice {
  /** requests per second */
  readonly rate: number
  /** microseconds of the server's processor time per request; NaN if unknown */
  readonly cpuMicroseconds: number
}

/** Sends the same request to both, in turn. */
export async function measureRequest(
  ommer: Target,
  baseline: Target,
  { pairs, sliceSeconds }: Slices,
): Promise<Pair<Slice>[]> {
  const ommerSlice = (): Promise<Slice> => measureSlice(ommer, sliceSeconds)
  const baselineSlice = (): Promise<Slice> => measureSlice(baseline, sliceSeconds)
  await measurePairs(1, ommerSlice, baselineSlice) // warms up the compilers
  return measurePairs(pairs, ommerSlice, baselineSlice)
}

/** What else is known of a row. */
interface RowOptions {
  /** what is counted, if one request of ommer does what several of the baseline do */
  readonly what?: string
  /** the share of the baseline's rate that we want */
  readonly target: number
}

/** The measurements of one request, as requests per second and as processor time. */
export function requestRows(
  name: string,
  baselineName: string,
  slices: readonly Pair<Slice>[],
  { what = 'request', target }: RowOptions,
): Row[] {
  const rate = compare(slices, (each) => each.rate)
  const time = compare(slices, ({ cpuMicroseconds }) => cpuMicroseconds)
  // A server that uses the same processor time as another serves as many requests.
  const timeTarget = Math.round(100 / target) / 100
  return [
    row(name, `${what}s/s`, baselineName, rate, target),
    row(`${name}, processor time`, `µs/${what}`, baselineName, time, timeTarget),
  ]
}

async function measureSlice({ cpuSeconds, dialogues }: Target, seconds: number): Promise<Slice> {
  const before = await cpuSeconds()
  const driven = await Promise.all(dialogues.map((dialogue) => drive(dialogue, seconds)))
  const requests = driven.reduce((sum, each) => sum + each.requests, 0)
  const elapsed = Math.max(...driven.map((each) => each.seconds))
  const after = await cpuSeconds()
  const used = (after ?? Number.NaN) - (before ?? Number.NaN)
  return { rate: requests / elapsed, cpuMicroseconds: (used / requests) * 1e6 }
}
