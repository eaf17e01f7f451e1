import { toHex } from '../../primitives/hex.ts'
import type { HeaderField } from '../execution/executeBlock.ts'

/** What the bytes of a header's field are: data of this length, data up to it, or a number that fits into it. */
interface FieldLayout {
  readonly kind: 'data' | 'shortData' | 'number'
  readonly bytes: number
}

const hash: FieldLayout = { kind: 'data', bytes: 32 }
const uint64: FieldLayout = { kind: 'number', bytes: 8 }
const uint256: FieldLayout = { kind: 'number', bytes: 32 }

const headerLayout: Readonly<Record<HeaderField, FieldLayout>> = {
  parentHash: hash,
  sha3Uncles: hash,
  miner: { kind: 'data', bytes: 20 },
  stateRoot: hash,
  transactionsRoot: hash,
  receiptsRoot: hash,
  logsBloom: { kind: 'data', bytes: 256 },
  difficulty: uint256,
  number: uint64,
  gasLimit: uint64,
  gasUsed: uint64,
  timestamp: uint64,
  extraData: { kind: 'shortData', bytes: 32 },
  mixHash: hash,
  nonce: { kind: 'data', bytes: 8 },
  baseFeePerGas: uint256,
  withdrawalsRoot: hash,
  blobGasUsed: uint64,
  excessBlobGas: uint64,
  parentBeaconBlockRoot: hash,
  requestsHash: hash,
}

/** What is wrong with the form of a field; undefined where nothing is. */
export function fieldProblem(name: HeaderField, bytes: Uint8Array): string | undefined {
  const { kind, bytes: length } = headerLayout[name]
  if (kind === 'data' && bytes.length !== length) {
    return `it has ${bytes.length} bytes, and must have ${length}`
  }
  if (bytes.length > length) return `it has ${bytes.length} bytes, and may have ${length}`
  if (kind === 'number' && bytes[0] === 0) return `${toHex(bytes)} is a number with a leading zero`
  return undefined
}
