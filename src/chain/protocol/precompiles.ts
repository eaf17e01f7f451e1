import type { Hex } from '../../primitives/hex.ts'
import { type ForkName, isAtLeast } from './forks.ts'

/** The precompiled contracts by the names of EIP-7910: their addresses, and the fork that added each. */
const precompiles = {
  BLAKE2F: [0x09, 'istanbul'],
  BLS12_G1ADD: [0x0b, 'prague'],
  BLS12_G1MSM: [0x0c, 'prague'],
  BLS12_G2ADD: [0x0d, 'prague'],
  BLS12_G2MSM: [0x0e, 'prague'],
  BLS12_MAP_FP2_TO_G2: [0x11, 'prague'],
  BLS12_MAP_FP_TO_G1: [0x10, 'prague'],
  BLS12_PAIRING_CHECK: [0x0f, 'prague'],
  BN254_ADD: [0x06, 'byzantium'],
  BN254_MUL: [0x07, 'byzantium'],
  BN254_PAIRING: [0x08, 'byzantium'],
  ECREC: [0x01, 'chainstart'],
  ID: [0x04, 'chainstart'],
  KZG_POINT_EVALUATION: [0x0a, 'cancun'],
  MODEXP: [0x05, 'byzantium'],
  P256VERIFY: [0x100, 'osaka'],
  RIPEMD160: [0x03, 'chainstart'],
  SHA256: [0x02, 'chainstart'],
} as const satisfies Readonly<Record<string, readonly [address: number, since: ForkName]>>

/** The addresses of the precompiled contracts of a fork by name (EIP-7910), in the order of their names. */
export function precompilesOf(fork: ForkName): Readonly<Record<string, Hex>> {
  const active = Object.entries(precompiles).filter(([, [, since]]) => isAtLeast(fork, since))
  return Object.fromEntries(
    active.map(([name, [address]]): [string, Hex] => [
      name,
      `0x${address.toString(16).padStart(40, '0')}`,
    ]),
  )
}
