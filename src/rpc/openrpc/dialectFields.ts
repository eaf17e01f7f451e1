import type { DialectName } from '../../endpoint/dialects/dialect.ts'
import type { TransactionComponent } from '../schemas/componentName.ts'
import { nullSchema, type Properties, ref, type Schema } from '../schemas/schema.ts'

/** How the objects of a dialect differ (docs/dialects.md). */
export interface DialectFields {
  /** the fields of a block that not all dialects have */
  readonly block: Properties
  /** the fields of a block that are null while it is pending */
  readonly pendingNulls: readonly string[]
  /** the fields of an uncle that not all dialects have */
  readonly uncle: Properties
  /** the fields of a transaction about its block, other than hash, number and index; null while it is pending */
  readonly transactionLocation: Properties
  /** which transactions have a `chainId` */
  readonly chainId: Readonly<Record<TransactionComponent, 'required' | 'optional' | 'absent'>>
  /** `r` and `s` */
  readonly signature: Schema
  /** the fields of a log that not all dialects have */
  readonly log: Properties
}

export const dialectFields: Readonly<Record<DialectName, DialectFields>> = {
  infura: {
    block: { totalDifficulty: ref('Quantity', 'The difficulties from genesis up to this block.') },
    pendingNulls: ['number', 'hash', 'nonce', 'logsBloom'],
    uncle: { totalDifficulty: nullSchema },
    transactionLocation: {},
    chainId: {
      LegacyTransaction: 'absent',
      AccessListTransaction: 'absent',
      FeeMarketTransaction: 'required',
      BlobTransaction: 'required',
      SetCodeTransaction: 'required',
    },
    signature: ref('Hash', '32 bytes of the signature.'),
    log: {},
  },
  geth: {
    block: {},
    pendingNulls: ['hash', 'nonce', 'miner'],
    uncle: {},
    transactionLocation: { blockTimestamp: ref('Quantity', 'In seconds since 1970.') },
    chainId: {
      // Only where the signature covers it (EIP-155).
      LegacyTransaction: 'optional',
      AccessListTransaction: 'required',
      FeeMarketTransaction: 'required',
      BlobTransaction: 'required',
      SetCodeTransaction: 'required',
    },
    signature: ref('Quantity', 'A number of the signature.'),
    log: { blockTimestamp: ref('Quantity', 'In seconds since 1970.') },
  },
}
