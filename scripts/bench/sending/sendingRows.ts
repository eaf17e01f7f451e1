import { compare, type Pair } from '../pairs.ts'
import { type Row, row } from '../report.ts'
import type { Manner } from './manners.ts'
import type { SendingRun } from './sender.ts'

/** @param target the share of the baseline's rate */
export function sendingRows(
  manner: Manner,
  pairs: readonly Pair<SendingRun>[],
  baseline: string,
  target: number,
): Row[] {
  const name = `HTTP eth_sendRawTransaction of transfers, mined at once, ${manner.name}`
  return [
    row(
      name,
      'transfers/s',
      baseline,
      compare(pairs, ({ rate }) => rate),
      target,
    ),
    row(
      `${name}, processor time`,
      'µs/transfer',
      baseline,
      compare(pairs, ({ cpuMicroseconds }) => cpuMicroseconds),
      Math.round(100 / target) / 100,
    ),
  ]
}
