import type { TransactionComponent } from '../../schemas/componentName.ts'
import { arrayOf, orNull, type Properties, ref } from '../../schemas/schema.ts'

/** The fields that only one type of transaction has (EIP-2718). */
export interface TransactionType {
  /** the value of `type` */
  readonly type: string
  readonly fields: Properties
}

const receiver = { to: orNull(ref('Address')) }
const accessList = { accessList: arrayOf(ref('AccessListEntry')) }
/** Of a typed transaction; `v` is the same. */
const yParity = { yParity: { enum: ['0x0', '0x1'] } }
const fees = {
  ...accessList,
  ...yParity,
  maxPriorityFeePerGas: ref('Quantity', 'In wei per gas.'),
  maxFeePerGas: ref('Quantity', 'In wei per gas.'),
}

export const transactionTypes: Readonly<Record<TransactionComponent, TransactionType>> = {
  LegacyTransaction: { type: '0x0', fields: receiver },
  AccessListTransaction: { type: '0x1', fields: { ...receiver, ...accessList, ...yParity } },
  FeeMarketTransaction: { type: '0x2', fields: { ...receiver, ...fees } },
  BlobTransaction: {
    type: '0x3',
    fields: {
      to: ref('Address'),
      ...fees,
      maxFeePerBlobGas: ref('Quantity', 'In wei per blob gas.'),
      blobVersionedHashes: {
        ...arrayOf({ type: 'string', pattern: '^0x01[0-9a-f]{62}$' }),
        minItems: 1,
      },
    },
  },
  SetCodeTransaction: {
    type: '0x4',
    fields: {
      to: ref('Address'),
      ...fees,
      authorizationList: { ...arrayOf(ref('Authorization')), minItems: 1 },
    },
  },
}
