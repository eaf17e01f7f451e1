import { effectiveGasPrice } from '../../../chain/encoding/decode/receipt.ts'
import {
  fieldsByType,
  type TransactionFieldName,
} from '../../../chain/encoding/transactionFields.ts'
import { keccak256 } from '../../../primitives/keccak.ts'
import { RlpCursor } from '../../../primitives/readRlp.ts'

type FieldName = TransactionFieldName | 'v' | 'r' | 's'

/** For each type, where each of its fields is in the list of spans. */
const slotsByType = fieldsByType.map((names) => {
  const all: readonly FieldName[] = [...names, 'v', 'r', 's']
  return new Map(all.map((name, index) => [name, 2 * index]))
})

export type Span = readonly [start: number, end: number]

/** A transaction in the RLP of its block: where its fields are. */
export class TransactionSpans {
  readonly bytes: Uint8Array
  readonly type: number
  /** 32 bytes */
  readonly hash: Uint8Array
  readonly #spans: readonly number[]

  /** @param offset of the transaction in the bytes */
  constructor(bytes: Uint8Array, offset: number) {
    const cursor = new RlpCursor(bytes)
    cursor.moveTo(offset)
    const { isList, start, end } = cursor
    this.bytes = bytes
    // A legacy transaction is a list, any other a byte string that begins with its type (EIP-2718).
    this.type = isList ? 0 : (bytes[start] as number)
    this.hash = keccak256(bytes.subarray(isList ? offset : start, end))
    this.#spans = cursor.spansAt(isList ? offset : start + 1)
  }

  /** Where the content of a field begins and ends; undefined if the type does not have it. */
  span(name: FieldName): Span | undefined {
    const slot = slotsByType[this.type]?.get(name)
    if (slot === undefined) return undefined
    return [this.#spans[slot] as number, this.#spans[slot + 1] as number]
  }

  /** The value of an integer; undefined if the type does not have it. */
  integer(name: FieldName): bigint | undefined {
    const span = this.span(name)
    return span && bigintAt(this.bytes, span)
  }

  /** Undefined for a legacy transaction without EIP-155, by which v = 35 + 2 × chain id + parity. */
  chainId(): bigint | undefined {
    if (this.type > 0) return this.integer('chainId')
    const v = this.integer('v') as bigint
    return v >= 35n ? (v - 35n) / 2n : undefined
  }

  /** Whether it creates a contract. */
  get isCreation(): boolean {
    const [start, end] = this.span('to') as Span
    return start === end
  }

  /** What its sender pays in a block with this base fee, in wei per gas. */
  gasPrice(baseFeePerGas: bigint): bigint {
    return effectiveGasPrice(
      {
        gasPrice: this.integer('gasPrice'),
        maxFeePerGas: this.integer('maxFeePerGas'),
        maxPriorityFeePerGas: this.integer('maxPriorityFeePerGas'),
      },
      baseFeePerGas,
    )
  }
}

/** Integers of up to six bytes, which nearly all are, need no text in between. */
function bigintAt(bytes: Uint8Array, [start, end]: Span): bigint {
  if (end - start > 6) return BigInt(`0x${Buffer.from(bytes.subarray(start, end)).toString('hex')}`)
  let value = 0
  for (let at = start; at < end; at++) value = value * 256 + (bytes[at] as number)
  return BigInt(value)
}
