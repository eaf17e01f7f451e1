import { cpus } from 'node:os'
import type { Comparison } from './pairs.ts'

/** One row of the result: a figure of ommer and its baseline. */
export interface Row {
  readonly name: string
  readonly value: number
  readonly unit: string
  /** measured in the same run, in the same unit */
  readonly baseline: { readonly name: string; readonly value: number }
  /** value / baseline, the median of the pairs */
  readonly ratio: number
  /** pairs measured */
  readonly samples: number
  /** the ratio that we want, or that was reached: where less is better, the most */
  readonly target: number
}

/** A row that was not measured, and the reason. */
export interface MissingRow {
  readonly name: string
  readonly notMeasured: string
}

export interface Report {
  readonly node: string
  readonly cpu: string
  readonly cores: number
  /** load average of the minute before: with as many as cores, other processes disturbed the measurement */
  readonly loadBefore: number
  readonly rows: readonly (Row | MissingRow)[]
}

/** Names a comparison. It has four digits, which is already more precise than the noise allows. */
export function row(
  name: string,
  unit: string,
  baselineName: string,
  { value, baseline, ratio, samples }: Comparison,
  target: number,
): Row {
  return {
    name,
    value: fourDigits(value),
    unit,
    baseline: { name: baselineName, value: fourDigits(baseline) },
    ratio: fourDigits(ratio),
    samples,
    target,
  }
}

/** Adds the machine and its load, without which the figures mean little. */
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
