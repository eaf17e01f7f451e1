import type { Receipt, Transaction } from '../chain/encoding/block.ts'
import type { TransactionReport } from '../chain/execution/executedTransactions.ts'
import { consoleText } from '../solidity/consoleText.ts'
import { failureText } from './failureText.ts'
import type { Line } from './foldedOutput.ts'
import type { KnownAbis } from './knownAbis.ts'
import type { Paint } from './paint.ts'

/** How the terminal writes. */
export interface Style {
  readonly abis: KnownAbis
  readonly paint: Paint
}

/**
 * What people want to know of a transaction that was mined: two lines, why and where it failed, and what it printed.
 *
 * @param stack the lines of sources that have led to its failure
 */
export function transactionLines(
  { from, to, value, gas, input }: Transaction,
  { status, gasUsed, contractAddress }: Receipt,
  report: TransactionReport | undefined,
  stack: Promise<readonly string[]> | undefined,
  { abis, paint }: Style,
): readonly Line[] {
  const called = to === null ? undefined : abis.functionOf(input)
  const target =
    to === null
      ? `creates a contract at ${contractAddress}`
      : `to ${to}${called === undefined ? '' : `  ${paint.plain(called)}`}`
  const { failure = 'failed', revertData = new Uint8Array(0), printed = [] } = report ?? {}
  return [
    `  from ${from} ${target}`,
    `  ${amountOf(value)}gas ${count(gasUsed)} of ${count(gas)}`,
    ...(status === 0
      ? [
          `  ${paint.failed(`Error: ${failureText(failure, revertData, abis)}`)}`,
          ...(stack === undefined ? [] : [stackLines(stack, paint)]),
        ]
      : []),
    ...printedLines(printed, paint),
  ]
}

/** The lines of sources that have led to a failure. */
export async function stackLines(
  stack: Promise<readonly string[]>,
  paint: Paint,
): Promise<readonly string[]> {
  return (await stack).map((line) => `    ${paint.plain(`at ${line}`)}`)
}

/** What a transaction or a call has printed by `console.log`. */
export function printedLines(printed: readonly Uint8Array[], paint: Paint): readonly string[] {
  const texts = printed.map(consoleText).filter((text) => text !== undefined)
  if (texts.length === 0) return []
  const lines = texts.flatMap((text) =>
    text.split('\n').map((line) => `    ${paint.printed(line)}`),
  )
  return ['  console.log:', ...lines]
}

function amountOf(wei: bigint): string {
  return wei === 0n ? '' : `value ${etherOf(wei)} ether, `
}

/** Exactly, without zeros at the end. */
function etherOf(wei: bigint): string {
  const digits = wei.toString().padStart(19, '0')
  const fraction = digits.slice(-18).replace(/0+$/, '')
  const whole = digits.slice(0, -18)
  return fraction === '' ? whole : `${whole}.${fraction}`
}

/** With commas. The first `toLocaleString` of a process would take 12 ms. */
function count(number: bigint): string {
  return number.toString().replace(/\B(?=(?:\d{3})+$)/g, ',')
}
