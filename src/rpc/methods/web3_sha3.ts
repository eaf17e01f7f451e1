import { toHex } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { encodeResult } from '../answer.ts'
import { method } from '../method.ts'
import { data } from '../params/data.ts'
import { ref } from '../schemas/schema.ts'

/** Keccak-256 of bytes (EIP-1474). */
export const web3_sha3 = method({
  name: 'web3_sha3',
  set: 'all',
  does: 'reads',
  summary: 'Keccak-256 of bytes.',
  params: [data('data', 'The bytes to hash.')],
  result: { name: 'hash', schema: ref('Hash') },
  run: ([bytes]) => encodeResult(toHex(keccak256(bytes))),
})
