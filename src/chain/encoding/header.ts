import type { Hex } from '../../primitives/hex.ts'
import type { ForkName } from '../protocol/forks.ts'

/**
 * A block header, its fields in the order in which they are hashed (Yellow Paper 4.4).
 * A field that the block's fork does not have is absent.
 */
export interface Header {
  /** DATA, 32 bytes */
  readonly parentHash: Hex
  /** DATA, 32 bytes: keccak of the RLP list of uncle headers */
  readonly sha3Uncles: Hex
  /** DATA, 20 bytes: the account that receives rewards and fees */
  readonly miner: Hex
  /** DATA, 32 bytes */
  readonly stateRoot: Hex
  /** DATA, 32 bytes */
  readonly transactionsRoot: Hex
  /** DATA, 32 bytes */
  readonly receiptsRoot: Hex
  /** DATA, 256 bytes */
  readonly logsBloom: Hex
  readonly difficulty: bigint
  readonly number: number
  /** in gas */
  readonly gasLimit: bigint
  /** in gas */
  readonly gasUsed: bigint
  /** in seconds since 1970 */
  readonly timestamp: number
  /** DATA, at most 32 bytes */
  readonly extraData: Hex
  /** DATA, 32 bytes; `prevRandao` after the merge (EIP-4399) */
  readonly mixHash: Hex
  /** DATA, 8 bytes */
  readonly nonce: Hex
  /** in wei per gas; from London on (EIP-1559) */
  readonly baseFeePerGas?: bigint
  /** DATA, 32 bytes; from Shanghai on (EIP-4895) */
  readonly withdrawalsRoot?: Hex
  /** in blob gas; from Cancun on (EIP-4844) */
  readonly blobGasUsed?: bigint
  /** in blob gas; from Cancun on (EIP-4844) */
  readonly excessBlobGas?: bigint
  /** DATA, 32 bytes; from Cancun on (EIP-4788) */
  readonly parentBeaconBlockRoot?: Hex
  /** DATA, 32 bytes; from Prague on (EIP-7685) */
  readonly requestsHash?: Hex
  /** DATA, 32 bytes: of the block's access list; from Amsterdam on (EIP-7928) */
  readonly blockAccessListHash?: Hex
  /** of the beacon chain; from Amsterdam on (EIP-7843) */
  readonly slotNumber?: bigint
}

/** How a header field is written in RLP, and what it is read as. */
export type FieldFormat =
  /** hex of exactly this many bytes */
  | { readonly kind: 'data'; readonly bytes: number }
  /** hex of at most this many bytes */
  | { readonly kind: 'shortData'; readonly bytes: number }
  /** a quantity that fits into this many bytes, read as a number */
  | { readonly kind: 'number'; readonly bytes: number }
  /** a quantity that fits into this many bytes, read as a bigint */
  | { readonly kind: 'bigint'; readonly bytes: number }

type HeaderField = FieldFormat & {
  /** the fork that added the field; absent if all forks have it */
  readonly since?: ForkName
  /** in the OpenRPC document */
  readonly description?: string
}

export type HeaderFieldName = keyof Header

type KindOf<Value> = Value extends Hex
  ? 'data' | 'shortData'
  : Value extends number
    ? 'number'
    : 'bigint'

type FieldTable = {
  readonly [Name in HeaderFieldName]: HeaderField & {
    readonly kind: KindOf<Required<Header>[Name]>
  }
}

const address = { kind: 'data', bytes: 20 } as const
const hash = { kind: 'data', bytes: 32 } as const
const number = { kind: 'number', bytes: 8 } as const
const uint64 = { kind: 'bigint', bytes: 8 } as const
const uint256 = { kind: 'bigint', bytes: 32 } as const

/**
 * The fields of a header in the order in which they are hashed (Yellow Paper 4.4). Decoding, import, sealing of JSON,
 * dialects and OpenRPC read this table: a field that a fork adds has a line here and one in `Header`, and its value
 * comes from the block builder. Only `verify/` has a list of its own, to notice when this one is wrong.
 */
export const headerFields: FieldTable = {
  parentHash: hash,
  sha3Uncles: { ...hash, description: 'Keccak of the RLP list of uncle headers.' },
  miner: { ...address, description: 'Who receives the rewards and fees.' },
  stateRoot: hash,
  transactionsRoot: hash,
  receiptsRoot: hash,
  logsBloom: { kind: 'data', bytes: 256 },
  difficulty: uint256,
  number,
  gasLimit: { ...uint64, description: 'In gas.' },
  gasUsed: { ...uint64, description: 'In gas.' },
  timestamp: { ...number, description: 'In seconds since 1970.' },
  extraData: { kind: 'shortData', bytes: 32 },
  mixHash: { ...hash, description: 'prevRandao after the merge (EIP-4399).' },
  nonce: {
    kind: 'data',
    bytes: 8,
    description: 'What proof of work found; zeros after the merge.',
  },
  baseFeePerGas: { ...uint256, since: 'london', description: 'In wei per gas; from London on.' },
  withdrawalsRoot: { ...hash, since: 'shanghai', description: 'From Shanghai on.' },
  blobGasUsed: { ...uint64, since: 'cancun', description: 'In blob gas; from Cancun on.' },
  excessBlobGas: { ...uint64, since: 'cancun', description: 'In blob gas; from Cancun on.' },
  parentBeaconBlockRoot: { ...hash, since: 'cancun', description: 'From Cancun on.' },
  requestsHash: { ...hash, since: 'prague', description: 'From Prague on.' },
  blockAccessListHash: {
    ...hash,
    since: 'amsterdam',
    description: 'Keccak of the block access list; from Amsterdam on.',
  },
  slotNumber: { ...uint64, since: 'amsterdam', description: 'From Amsterdam on.' },
}

/** In the order in which they are hashed. */
export const headerFieldNames = Object.keys(headerFields) as readonly HeaderFieldName[]

/** The fields that forks have added, in their order. */
export const addedHeaderFieldNames = headerFieldNames.filter(
  (name) => headerFields[name].since !== undefined,
)

/** A field of a header as RLP has it; no bytes if the header's fork does not have the field. */
export function headerItem(items: readonly Uint8Array[], name: HeaderFieldName): Uint8Array {
  return items[headerFieldNames.indexOf(name)] ?? new Uint8Array(0)
}
