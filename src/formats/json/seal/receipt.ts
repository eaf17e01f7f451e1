import { bloomOf } from '../../../chain/encoding/bloom.ts'
import { encodeTyped } from '../../../chain/encoding/encodeTyped.ts'
import { toHex } from '../../../primitives/hex.ts'
import { requireSame } from '../fieldError.ts'
import { dataOf, FieldReader } from '../fieldReader.ts'

/** A receipt as bytes. */
export interface EncodedReceipt {
  /** as the receipts trie holds it */
  readonly encoded: Uint8Array
  /** 256 bytes, as it is stated */
  readonly bloom: Uint8Array
  readonly logs: readonly (readonly [Uint8Array, readonly Uint8Array[], Uint8Array])[]
}

/**
 * A receipt as the receipts trie holds it (EIP-658, EIP-2718).
 *
 * @param path of the object in the block
 * @param type of its transaction (EIP-2718)
 * @throws {FieldError} where a field is missing, or not of its kind
 */
export function encodeReceipt(path: string, object: unknown, type: number): EncodedReceipt {
  const reader = new FieldReader(path, object)
  const bloom = reader.data('logsBloom', 256)
  const logs = reader.list('logs').map((each, index) => encodeLog(`${path}.logs[${index}]`, each))
  // Byzantium put the status where the state root was; some providers write a root beside the status.
  const outcome = reader.has('status') ? reader.uint('status') : reader.data('root', 32)
  const fields = [outcome, reader.uint('cumulativeGasUsed'), bloom, logs]
  return { encoded: encodeTyped(type, fields), bloom, logs }
}

function encodeLog(path: string, object: unknown): EncodedReceipt['logs'][number] {
  const reader = new FieldReader(path, object)
  const topics = reader
    .list('topics')
    .map((topic, index) => dataOf(`${path}.topics[${index}]`, topic, 32))
  return [reader.data('address', 20), topics, reader.data('data')]
}

/** @throws {FieldError} where the bloom is not that of the logs */
export function requireBloom(path: string, { bloom, logs }: EncodedReceipt): void {
  requireSame(`${path}.logsBloom`, toHex(bloom), toHex(bloomOf(logs)))
}
