import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Chain } from '../../../src/chain/chain.ts'
import { createChain } from '../../../src/chain/createChain.ts'
import { verifyKzgProof } from '../../../src/chain/protocol/verifyKzgProof.ts'
import { fromHex, type Hex, toHex } from '../../../src/primitives/hex.ts'
import { sha256 } from '../../../src/primitives/sha256.ts'
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

describe('the precompiled contract of EIP-4844', () => {
  let chain: Chain

  beforeAll(async () => {
    chain = await createChain({ seed: 'kzg', preset: 'latest', blocks: 1 })
  })

  it.each([
    ['accepts a proof', 'correct_proof_1_1', 1],
    ['refuses a wrong proof', 'incorrect_proof_1_1', 0],
    ['refuses what is no point', 'invalid_proof_2', 0],
  ])('%s in a transaction of a block', async (_, name, status) => {
    const found = cases.find(([each]) => each === name)
    if (found === undefined) throw new Error(`no case ${name}`)
    const [, commitment, z, y, proof] = found
    const hash = `01${toHex(sha256(fromHex(commitment))).slice(4)}`
    const data = `0x${hash}${[z, y, commitment, proof].map((each) => each.slice(2)).join('')}`
    const [block] = await chain.build(1, async (author) => {
      const [from] = chain.accounts
      if (from === undefined) throw new Error('no account')
      const to = `0x${'0a'.padStart(40, '0')}` as const
      await author.add({ from, to, data: data as Hex, gas: 200_000n })
    })
    expect(block?.receipts[0]?.status).toBe(status)
  })
})
