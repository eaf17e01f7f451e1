import { toHex } from '../../../../src/primitives/hex.ts'
import { keccak256 } from '../../../../src/primitives/keccak.ts'
import { encodeRlp } from '../../../../src/primitives/rlp.ts'
import { sign } from '../../../../src/primitives/secp256k1.ts'
import { sha256 } from '../../../../src/primitives/sha256.ts'
import { provenBlobs } from '../../provenBlobs.ts'
import { request } from '../../transports.ts'
import { whileSending } from '../senders.ts'
import type { Situation } from '../situation.ts'

const CLIENTS = 12

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values)
const nothing = bytes()

/** The bytes of a blob transaction whose proofs belong to another blob; all that precedes their check is valid. */
function withWrongProofs(nonce: number): string {
  const [one, other] = provenBlobs()
  if (one === undefined || other === undefined) throw new Error('no blobs')
  const hash = Uint8Array.from([1, ...sha256(one.commitment).subarray(1)])
  const fee = bytes(0x09, 0x50, 0x2f, 0x90, 0x00)
  const unsigned = [
    bytes(0x05, 0x39),
    nonce === 0 ? nothing : bytes(nonce),
    bytes(1),
    fee,
    bytes(0x52, 0x08),
    new Uint8Array(20).fill(0x11),
    nothing,
    nothing,
    [],
    bytes(1),
    [hash],
  ]
  const typed = (list: Parameters<typeof encodeRlp>[0]) =>
    new Uint8Array(Buffer.concat([bytes(3), encodeRlp(list)]))
  const { r, s, yParity } = sign(keccak256(typed(unsigned)), new Uint8Array(32).fill(7))
  const withoutZeros = (value: Uint8Array) => value.subarray(value.findIndex((byte) => byte !== 0))
  const signature = [yParity === 0 ? nothing : bytes(1), withoutZeros(r), withoutZeros(s)]
  const sidecar = [bytes(1), [one.blob], [one.commitment], other.cellProofs]
  return toHex(typed([[...unsigned, ...signature], ...sidecar]))
}

/** Blobs with proofs that take a third of a second to check and are wrong, from many clients at once. */
export const invalidBlobs: Situation = {
  name: 'blobs with wrong proofs',
  dev: true,
  async bringAbout(server, witness) {
    await whileSending(server, witness, CLIENTS, ({ write }, place) => {
      const batch = [place, place + 20].map((nonce) =>
        request('eth_sendRawTransaction', [withWrongProofs(nonce)]),
      )
      write(`[${batch}]`)
    })
  },
}
