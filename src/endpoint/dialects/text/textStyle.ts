import type { DialectName } from '../dialect.ts'

/** How the text of a dialect differs from that of the others. */
export interface TextStyle {
  /** whether blocks and uncles have a total difficulty */
  readonly hasTotalDifficulty: boolean
  /** whether transactions and logs have the timestamp of their block */
  readonly hasBlockTimestamp: boolean
  /** the lowest type of transactions that have a chain id (EIP-2718) */
  readonly chainIdSince: number
  /** whether `r` and `s` are DATA of 32 bytes, or else QUANTITY */
  readonly hasPaddedSignature: boolean
}

export const textStyles: Readonly<Record<DialectName, TextStyle>> = {
  infura: {
    hasTotalDifficulty: true,
    hasBlockTimestamp: false,
    chainIdSince: 2,
    hasPaddedSignature: true,
  },
  geth: {
    hasTotalDifficulty: false,
    hasBlockTimestamp: true,
    chainIdSince: 0,
    hasPaddedSignature: false,
  },
}
