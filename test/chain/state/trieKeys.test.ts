import { hexToBytes, keccak256, pad, toHex as viemHex } from 'viem'
import { expect, test } from 'vitest'
import { fromByteText } from '../../../src/chain/state/byteText.ts'
import { hashedKeyOf, trieKeyOf } from '../../../src/chain/state/trieKeys.ts'
import { toHex } from '../../../src/primitives/hex.ts'

function keyOf(name: `0x${string}`): string {
  return toHex(fromByteText(trieKeyOf(name)))
}

test('is the Keccak hash, however many keys were read before', () => {
  const addresses = Array.from({ length: 12_000 }, (_, index) => pad(viemHex(index), { size: 20 }))
  for (const address of addresses) trieKeyOf(address)
  for (const address of [0, 1, 4999, 5000, 9999, 10_000, 11_999].map((at) => addresses[at])) {
    expect(keyOf(address as `0x${string}`)).toBe(keccak256(address as `0x${string}`))
  }
})

test('is the same hash as bytes', () => {
  const addresses = Array.from({ length: 5000 }, (_, index) => pad(viemHex(index), { size: 20 }))
  for (const round of [1, 2]) {
    for (const address of round === 1 ? addresses : addresses.slice(0, 100)) {
      const key = hashedKeyOf(hexToBytes(address), address.slice(2))
      expect(toHex(key)).toBe(keccak256(address))
    }
  }
})

test('tells an address from a slot of the same number, and ignores the case of digits', () => {
  const slot = pad('0xabcdef', { size: 32 })
  const address = pad('0xabcdef', { size: 20 })
  expect(keyOf(slot)).toBe(keccak256(slot))
  expect(keyOf(address)).toBe(keccak256(address))
  expect(keyOf(address.replaceAll('abcdef', 'ABCDEF') as `0x${string}`)).toBe(keccak256(address))
})
