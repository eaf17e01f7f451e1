import { dialects } from '../../src/endpoint/dialects/dialects.ts'
import type { DialectFacts } from '../../src/endpoint/dialects/facts.ts'
import { listed, tableOf } from './tables.ts'

/** What is known of each dialect, with its sources, and what is not known. */
export function dialectTables(): string {
  return Object.values(dialects)
    .filter(({ facts }) => facts.words !== undefined)
    .map(({ name, facts }) => {
      const { unknown } = facts
      const rest =
        unknown.length === 0
          ? ''
          : `\nHere no source says more, and ommer answers as geth does, for rate limits as Infura does: ${unknown.join('; ')}.\n`
      return `### ${name}\n\n${tableOf(['what', 'answer', 'source'], rowsOf(facts))}${rest}`
    })
    .join('\n')
}

type Row = readonly [what: string, answer: string, source: string]

function rowsOf(facts: DialectFacts): Row[] {
  return [...limits(facts), ...behaviour(facts), ...words(facts)]
}

function limits({ logRange, logResults, batch }: DialectFacts): Row[] {
  const rows: (Row | false | undefined)[] = [
    logRange && ['blocks in a range of logs', rangeText(logRange), logRange.source],
    logResults && ['logs in an answer', resultsText(logResults), logResults.source],
    batch && [
      'requests in a batch',
      `${batch.most}; ${batch.answers === 'each' ? 'each request gets' : 'the batch gets'} the error`,
      batch.source,
    ],
  ]
  return present(rows)
}

function behaviour(facts: DialectFacts): Row[] {
  const { isEmptyAboveHead, rateLimit, prunedHistory, lacks, clientVersion } = facts
  const rows: (Row | false | undefined)[] = [
    isEmptyAboveHead && ['logs from above the head to `latest`', '`[]`', isEmptyAboveHead.source],
    rateLimit && [
      '`rateLimit`',
      `HTTP ${rateLimit.status}${rateLimit.isPerRequest ? ', in a batch 200' : ''}${rateLimit.isBare ? ', without the members of JSON-RPC' : ''}: ${errorText(rateLimit)}`,
      rateLimit.source,
    ],
    prunedHistory && [
      '`prunedHistory`',
      `blocks: ${prunedHistory.blocks}; receipts: ${prunedHistory.receipts}; logs: ${prunedHistory.logs}; ${errorText(prunedHistory)}`,
      prunedHistory.source,
    ],
    lacks && ['methods that it does not serve', listed(lacks.methods), lacks.source],
    clientVersion && ['`web3_clientVersion`', `\`${clientVersion.text}\``, clientVersion.source],
  ]
  return present(rows)
}

function words({ words = {} }: DialectFacts): Row[] {
  return Object.entries(words).map(([kind, own]) => {
    const status = own.status === undefined ? '' : `HTTP ${own.status}: `
    return [spelledOut(kind), `${status}${errorText(own)}`, own.source]
  })
}

function rangeText({ blocks, counts }: NonNullable<DialectFacts['logRange']>): string {
  if (blocks === Number.POSITIVE_INFINITY) return 'any number'
  return counts === 'blocks' ? `${blocks}` : `${blocks + 1}: a difference of ${blocks}`
}

function resultsText({ logs, isUnlessRange }: NonNullable<DialectFacts['logResults']>): string {
  return isUnlessRange === undefined ? `${logs}` : `${logs}; any number in ${isUnlessRange} blocks`
}

function errorText({
  code,
  message,
}: {
  readonly code: number | string
  readonly message: string
}) {
  return `${code} \`${message}\``
}

/** The name of a kind of error in words. */
function spelledOut(kind: string): string {
  return kind.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

function present(rows: readonly (Row | false | undefined)[]): Row[] {
  return rows.filter((row): row is Row => row !== undefined && row !== false)
}
