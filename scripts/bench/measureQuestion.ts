import type { Child } from './child.ts'
import type { Dialogue } from './dialogue.ts'
import { drive } from './load.ts'
import { compare, measurePairs } from './pairs.ts'
import { type Row, row } from './report.ts'

/** How much is measured. */
export interface Slices {
  /** of each server per figure */
  readonly pairs: number
  readonly sliceSeconds: number
}

/** A server in a process of its own, and what to say to it. */
export interface Target {
  readonly server: Child
  readonly dialogue: Dialogue
}

interface Slice {
  /** requests per second */
  readonly rate: number
  /** microseconds of the server's processor time per request */
  readonly cpuMicroseconds: number
}

/** One question to both, as requests per second and as processor time. */
export async function measureQuestion(
  name: string,
  baselineName: string,
  ommer: Target,
  baseline: Target,
  { pairs, sliceSeconds }: Slices,
): Promise<Row[]> {
  const ommerSlice = (): Promise<Slice> => measureSlice(ommer, sliceSeconds)
  const baselineSlice = (): Promise<Slice> => measureSlice(baseline, sliceSeconds)
  await measurePairs(1, ommerSlice, baselineSlice) // until the compilers have done their work
  const slices = await measurePairs(pairs, ommerSlice, baselineSlice)
  return [
    row(
      name,
      'requests/s',
      baselineName,
      compare(slices, ({ rate }) => rate),
    ),
    row(
      `${name}, processor time`,
      'µs/request',
      baselineName,
      compare(slices, ({ cpuMicroseconds }) => cpuMicroseconds),
    ),
  ]
}

async function measureSlice({ server, dialogue }: Target, seconds: number): Promise<Slice> {
  const before = await server.do<number>('cpuSeconds')
  const { requests, seconds: elapsed } = await drive(dialogue, seconds)
  const after = await server.do<number>('cpuSeconds')
  return { rate: requests / elapsed, cpuMicroseconds: ((after - before) / requests) * 1e6 }
}
