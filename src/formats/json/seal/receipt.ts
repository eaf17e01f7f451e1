import { bloomOf } from '../../../chain/encoding/bloom.ts'
import { encodeTyped } from '../../../chain/encoding/encodeTyped.ts'
import { toHex, toMinimalBytes } from '../../../primitives/hex.ts'
import type { RlpItem } from '../../../primitives/rlp.ts'
import { requireSame } from '../fieldError.ts'
import { dataOf, FieldReader } from '../fieldReader.ts'

/** A receipt as bytes. */
export interface EncodedReceipt {
  /** as in the receipts trie */
  readonly encoded: Uint8Array
  /** 256 bytes, as stated */
  readonly bloom: Uint8Array
  readonly logs: readonly (readonly [Uint8Array, readonly Uint8Array[], Uint8Array])[]
  /** as the chain stores it: [type, outcome, cumulative gas, logs] */
  readonly stored: RlpItem
}

/**
 * Encodes a receipt as in the receipts trie (EIP-658, EIP-2718).
 *
 * @param path of the object in the block
 * @param type of its transaction (EIP-2718)
 * @throws {FieldError} if a field is missing, or has the wrong type
 */
export function encodeReceipt(path: string, object: unknown, type: number): EncodedReceipt {
  const reader = new FieldReader(path, object)
  const bloom = reader.data('logsBloom', 256)
  const logs = reader.list('logs').map((each, index) => encodeLog(`${path}.logs[${index}]`, each))
  // Byzantium replaced the state root by the status; some providers write a root as well.
  const outcome = reader.has('status') ? reader.uint('status') : reader.data('root', 32)
  const gas = reader.uint('cumulativeGasUsed')
  const stored = [toMinimalBytes(type), outcome, gas, logs]
  return { encoded: encodeTyped(type, [outcome, gas, bloom, logs]), bloom, logs, stored }
}

function encodeLog(path: string, object: unknown): EncodedReceipt['logs'][number] {
  const reader = new FieldReader(path, object)
  const topics = reader
    .list('topics')
    .map((topic, index) => dataOf(`${path}.topics[${index}]`, topic, 32))
  return [reader.data('address', 20), topics, reader.data('data')]
}

/** @throws {FieldError} if the bloom is not that of the logs */
export function requireBloom(path: string, { bloom, logs }: EncodedReceipt): void {
  requireSame(`${path}.logsBloom`, toHex(bloom), toHex(bloomOf(logs)))
}
