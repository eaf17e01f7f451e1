import * as v from 'valibot'
import type { Dialect } from '../../endpoint/dialects/dialect.ts'
import { type DialectName, dialectNames, dialects } from '../../endpoint/dialects/dialects.ts'
import type { PrunedHistoryFact } from '../../endpoint/dialects/facts.ts'
import { geth } from '../../endpoint/dialects/geth.ts'
import { described, oneOf, wholeNumber } from '../../primitives/input.ts'
import { faultKind, faultSchema } from '../kind.ts'
import { type HistoryPart, PrunedHistoryView } from '../otherViews.ts'
import type { FaultTarget } from '../target.ts'

/** A node that does not have the bodies and receipts of old blocks any more (EIP-4444). */
export interface PrunedHistoryFault {
  readonly kind: 'prunedHistory'
  /** the first block that is available in full; of earlier blocks only the headers are */
  readonly before: number
  /**
   * which node answers: `geth`, `reth`, `nethermind`, `erigon`, or `silent`, which answers as if blocks without receipts
   * had no logs. Default that of the dialect, otherwise geth.
   */
  readonly style?: PrunedHistoryStyle | undefined
}

/** The dialects that say how such a node answers. */
type StyledDialect = 'geth' | 'reth' | 'nethermind' | 'erigon'

type PrunedHistoryStyle = StyledDialect | 'silent'

/** paradigmxyz/reth#27002, and Erigon before erigontech/erigon#16042: logs are missing without an error. */
const silent: PrunedHistoryFact = {
  blocks: 'kept',
  receipts: 'null',
  logs: 'fewer',
  code: 0,
  message: '',
  source: 'paradigmxyz/reth#27002; erigontech/erigon#16042',
}

const styles = [
  ...dialectNames.filter(
    (name): name is StyledDialect => dialects[name].facts.prunedHistory !== undefined,
  ),
  'silent' as const,
]

/** The parts of answers that depend on bodies or receipts. */
const parts: readonly (readonly [FaultTarget, HistoryPart])[] = [
  ['logList', 'logs'],
  ['receipt', 'receipts'],
  ['receiptList', 'receipts'],
  ['rawReceipts', 'receipts'],
  ['blockTransactions', 'blocks'],
  ['transaction', 'blocks'],
  ['body', 'blocks'],
]

export const prunedHistory = faultKind<PrunedHistoryFault>()({
  schema: faultSchema(
    'prunedHistory',
    'A node that has only the headers of old blocks (EIP-4444): errors, null, or lists without what is gone.',
    {
      before: described(wholeNumber(1), 'the first block that is available in full'),
      style: v.optional(
        described(oneOf(...styles), 'which node answers; by default that of the dialect, or geth'),
      ),
    },
  ),
  appliesTo: () => ({ targets: parts.map(([target]) => target), spares: ['state'] }),
  effect: ({ before, style }) => ({
    at: 'view',
    view: (endpoint, { dialect, targets }) => {
      const part = parts.find(([target]) => targets.includes(target))?.[1] ?? 'blocks'
      const view = new PrunedHistoryView(endpoint, before, factOf(style, dialect), part)
      return { view, detail: () => `history before ${before}` }
    },
  }),
})

function factOf(style: PrunedHistoryStyle | undefined, dialect: Dialect): PrunedHistoryFact {
  if (style === 'silent') return silent
  const named = style === undefined ? dialect : dialects[style satisfies DialectName]
  return named.facts.prunedHistory ?? (geth.facts.prunedHistory as PrunedHistoryFact)
}
