import { cpus } from 'node:os'
import type { Comparison } from './pairs.ts'

/** One line of the result: a figure of ommer's, and what it is held against. */
export interface Row {
  readonly name: string
  readonly value: number
  readonly unit: string
  /** measured in the same run, in the same unit */
  readonly baseline: { readonly name: string; readonly value: number }
  /** value / baseline, as the median of the pairs measured side by side */
  readonly ratio: number
  /** pairs measured */
  readonly samples: number
}

/** What could have been measured, and why it was not. */
export interface MissingRow {
  readonly name: string
  readonly notMeasured: string
}

export interface Report {
  readonly node: string
  readonly cpu: string
  readonly cores: number
  /** processes that wanted to run in the minute before: with as many as cores, others were measured too */
  readonly loadBefore: number
  readonly rows: readonly (Row | MissingRow)[]
}

/** Puts names to a comparison. Four digits are more than the noise leaves true. */
export function row(
  name: string,
  unit: string,
  baselineName: string,
  { value, baseline, ratio, samples }: Comparison,
): Row {
  return {
    name,
    value: fourDigits(value),
    unit,
    baseline: { name: baselineName, value: fourDigits(baseline) },
    ratio: fourDigits(ratio),
    samples,
  }
}

/** Figures mean little without the machine they were taken on, and what else it was doing. */
export function report(rows: Report['rows'], loadBefore: number): Report {
  const processors = cpus()
  return {
    node: process.version,
    cpu: processors[0]?.model ?? 'unknown',
    cores: processors.length,
    loadBefore: fourDigits(loadBefore),
    rows,
  }
}

function fourDigits(value: number): number {
  return Number(value.toPrecision(4))
}
