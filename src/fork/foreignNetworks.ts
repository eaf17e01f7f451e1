import { toQuantity } from '../primitives/hex.ts'
import type { ReadBlock } from './pin.ts'

/** The networks whose transactions have types of their own, and what ommer lacks of them. */
const foreignNetworks: readonly (readonly [test: (type: number) => boolean, lacks: string])[] = [
  [(type) => type === 0x7e, 'deposits of OP Stack, and fees for L1'],
  [
    (type) => type >= 0x64 && type <= 0x78,
    'transactions and precompiled contracts of Arbitrum, and fees for L1',
  ],
]

/** What ommer cannot execute of a network; undefined if nothing is known of that. */
export function foreignWarning({ foreignTypes }: ReadBlock): string | undefined {
  if (foreignTypes.length === 0) return undefined
  const types = foreignTypes.map(toQuantity).join(', ')
  const lacks = foreignNetworks.filter(([test]) => foreignTypes.some(test)).map(([, each]) => each)
  const named = lacks.length > 0 ? `: ${lacks.join('; ')}` : ''
  return `the network has transactions of types that ommer cannot execute (${types})${named}. Blocks with them are passed on unverified, and new blocks are not those of the network`
}

/** What cannot be known of the pinned block of a development node; undefined if it has no such transactions. */
export function unverifiedWarning({ hasUnverifiedSenders }: ReadBlock): string | undefined {
  if (!hasUnverifiedSenders) return undefined
  return 'the pinned block has transactions of impersonated accounts, which nobody has signed: their senders are as the node says'
}
