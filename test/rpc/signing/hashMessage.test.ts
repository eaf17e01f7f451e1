import fc from 'fast-check'
import { hashMessage as hashWithViem } from 'viem'
import { expect, it } from 'vitest'
import { toHex } from '../../../src/primitives/hex.ts'
import { hashMessage } from '../../../src/rpc/signing/hashMessage.ts'

it('hashes messages of any length as viem does', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 1200 }), (raw) => {
      expect(toHex(hashMessage(raw))).toBe(hashWithViem({ raw }))
    }),
  )
})
