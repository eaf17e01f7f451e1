import type { DialectStyle } from '../../endpoint/dialects/dialect.ts'
import type { TransactionComponent } from '../schemas/componentName.ts'
import { nullSchema, type Properties, ref, type Schema } from '../schemas/schema.ts'

/** How the objects of a dialect differ (docs/dialects.md). */
export interface DialectFields {
  /** the fields of a block that not all dialects have */
  readonly block: Properties
  /** likewise, and not each block of a dialect has them */
  readonly blockOptional: Properties
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
  /** the fields of a receipt that not all dialects have */
  readonly receipt: Properties
  /** see `DialectStyle` */
  readonly hasBlobPriceAlways: boolean
  /** the fields of a log that not all dialects have */
  readonly log: Properties
}

const blockTimestamp = { blockTimestamp: ref('Quantity', 'In seconds since 1970.') }

export function dialectFields(style: DialectStyle): DialectFields {
  const { chainIdSince, hasBlockTimestamp, hasPaddedSignature, hasTotalDifficulty } = style
  const time: Schema = { type: 'integer', description: 'In seconds since 1970.' }
  const chainId = (type: number) => (type < chainIdSince ? 'absent' : 'required')
  const totalDifficulty = ref('Quantity', 'The difficulties from genesis up to this block.')
  return {
    block: hasTotalDifficulty === true ? { totalDifficulty } : {},
    blockOptional: hasTotalDifficulty === 'ofWork' ? { totalDifficulty } : {},
    pendingNulls: style.pendingNulls,
    uncle: hasTotalDifficulty === true ? { totalDifficulty: nullSchema } : {},
    transactionLocation: hasBlockTimestamp ? blockTimestamp : {},
    chainId: {
      // Only where the signature covers it (EIP-155).
      LegacyTransaction: chainIdSince === 0 ? 'optional' : 'absent',
      AccessListTransaction: chainId(1),
      FeeMarketTransaction: chainId(2),
      BlobTransaction: chainId(3),
      SetCodeTransaction: chainId(4),
    },
    signature: hasPaddedSignature
      ? ref('Hash', '32 bytes of the signature.')
      : ref('Quantity', 'A number of the signature.'),
    receipt: style.hasReceiptTimestamp ? { blockTimestamp: time } : {},
    hasBlobPriceAlways: style.hasBlobPriceAlways,
    log: hasBlockTimestamp ? blockTimestamp : {},
  }
}
