import { keccak_256 } from '@noble/hashes/sha3.js'
import { expect, it } from 'vitest'
import { toHex } from '../../src/primitives/hex.ts'
import { keccak256, keccakReady } from '../../src/primitives/keccak.ts'

const EMPTY = '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'

it('gives the same digests before and after the fast version is compiled', async () => {
  // A fresh copy of the module, of which nothing is compiled yet.
  const path = '../../src/primitives/keccak.ts?loaded-anew'
  const anew = (await import(
    /* @vite-ignore */ path
  )) as typeof import('../../src/primitives/keccak.ts')
  const messages = Array.from({ length: 300 }, (_, length) => new Uint8Array(length).fill(length))
  const atOnce = messages.map((message) => toHex(anew.keccak256(message)))
  await Promise.all([anew.keccakReady, keccakReady])
  expect(atOnce[0]).toBe(EMPTY)
  for (const hash of [anew.keccak256, keccak256, keccak_256]) {
    expect(messages.map((message) => toHex(hash(message)))).toEqual(atOnce)
  }
})
