import type { DialectName } from '../../src/endpoint/dialects/dialects.ts'
import { dialects } from '../../src/endpoint/dialects/dialects.ts'
import type { DialectFacts } from '../../src/endpoint/dialects/facts.ts'
import { interfaceFields } from './sourceTables.ts'
import { listed, spelledOut, tableOf } from './tables.ts'

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

/** How the dialects differ in what they write and accept; those that do so alike have one column. */
export function dialectStyles(): string {
  const described = [
    ...interfaceFields('src/endpoint/dialects/dialect.ts', 'DialectStyle'),
    ...interfaceFields('src/endpoint/dialects/dialect.ts', 'DialectRules'),
  ]
  const columns = new Map<string, DialectName[]>()
  for (const { name, style, rules } of Object.values(dialects)) {
    const values: Readonly<Record<string, unknown>> = { ...style, ...rules }
    const key = JSON.stringify(described.map((field) => valueText(values[field.name])))
    columns.set(key, [...(columns.get(key) ?? []), name])
  }
  const cells = [...columns.keys()].map((key) => JSON.parse(key) as string[])
  const rows = described.map(({ meaning }, index) => [
    meaning.replace(/^Whether ./, (begin) => begin.slice(-1).toUpperCase()),
    ...cells.map((column) => column[index] as string),
  ])
  return tableOf(['', ...[...columns.values()].map(listed)], rows)
}

function valueText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length === 0 ? 'none' : listed([...new Set(value)])
  return typeof value === 'string' ? `\`${value}\`` : String(value)
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

function present(rows: readonly (Row | false | undefined)[]): Row[] {
  return rows.filter((row): row is Row => row !== undefined && row !== false)
}
