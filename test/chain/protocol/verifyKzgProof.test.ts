import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { verifyKzgProof } from '../../../src/chain/protocol/verifyKzgProof.ts'
import type { Hex } from '../../../src/primitives/hex.ts'
import { sized } from '../../support/sized.ts'

type Case = [name: string, ...input: [Hex, Hex, Hex, Hex], result: boolean | null]

const cases: readonly Case[] = JSON.parse(readFileSync('test/data/kzg/verifyKzgProof.json', 'utf8'))

/** Some of each kind, or with `npm run test:full` all of them. */
const chosen = cases.filter((_, index) => index % sized(5, 1) === 0)

describe('verifyKzgProof', () => {
  it.each(chosen)('answers the official test %s', (_, commitment, z, y, proof, result) => {
    const verify = () => verifyKzgProof(commitment, z, y, proof)
    if (result === null) expect(verify).toThrow('C_KZG_BADARGS')
    else expect(verify()).toBe(result)
  })
})
