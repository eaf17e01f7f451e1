import { readFileSync } from 'node:fs'
import { createFeeMarket1559Tx } from '@ethereumjs/tx'
import { createAddressFromString, hexToBytes } from '@ethereumjs/util'
import { expect, it } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import type { SealedBlock } from '../../../src/chain/encoding/block.ts'
import { importChain } from '../../../src/chain/import/importChain.ts'
import { fromHex, type Hex, toHex } from '../../../src/primitives/hex.ts'
import { sha256 } from '../../../src/primitives/sha256.ts'
import { StockNode } from '../../support/stockNode.ts'

type Case = [name: string, ...input: [Hex, Hex, Hex, Hex], result: boolean | null]

const cases: readonly Case[] = JSON.parse(readFileSync('test/data/kzg/verifyKzgProof.json', 'utf8'))

/** Knows the answers to the official tests, and nothing else. */
const officialKzg = {
  verifyProof(...input: string[]): boolean {
    const found = cases.find(([, ...each]) => input.every((value, index) => value === each[index]))
    const result = found?.at(-1)
    if (typeof result !== 'boolean') throw new Error('refused input')
    return result
  },
}

/** What the precompiled contract of EIP-4844 gets. */
function inputOf(name: string): Hex {
  const found = cases.find(([each]) => each === name)
  if (found === undefined) throw new Error(`no case ${name}`)
  const [, commitment, z, y, proof] = found
  const hash = toHex(sha256(fromHex(commitment))).slice(4)
  return `0x01${hash}${[z, y, commitment, proof].map((each) => each.slice(2)).join('')}`
}

const ETHER = 10n ** 18n

it('imports a block of a stock node whose transactions verify proofs of KZG', async () => {
  const chain = await createChain({ seed: 'kzg import', preset: 'latest', blocks: 2 })
  const node = await StockNode.start(chain, chain.rules, 1_000_000n * ETHER, officialKzg as never)
  const blocks = [1, 2].map((number) => chain.tree.byNumber(number) as SealedBlock)
  for (const block of blocks) await node.accept(block)
  const [account] = chain.accounts
  if (account === undefined) throw new Error('no account')
  const { nonce } = await node.account(account.address)
  const names = ['correct_proof_1_1', 'incorrect_proof_1_1', 'invalid_proof_2', 'correct_proof_4_4']
  const common = node.common.copy()
  common.setHardfork(chain.rules.forks.at(-1)?.name as string)
  const transactions = names.map((name, index) =>
    createFeeMarket1559Tx(
      {
        nonce: nonce + BigInt(index),
        to: createAddressFromString(`0x${'0a'.padStart(40, '0')}`),
        data: hexToBytes(inputOf(name)),
        gasLimit: 200_000n,
        maxFeePerGas: 10n ** 12n,
        chainId: BigInt(chain.chainId),
      },
      { common },
    ).sign(hexToBytes(account.privateKey)),
  )
  const built = await node.build(chain.tree.head, transactions)
  const rlp = [...blocks.map((block) => block.rlp), built.serialize()]
  const imported = await importChain(chain.genesis, chain.rules, rlp)
  const head = imported.blockByHash(toHex(built.hash()))
  expect(head?.header.stateRoot).toBe(toHex(built.header.stateRoot))
  expect(head?.receipts.map(({ status }) => status)).toEqual([1, 0, 0, 1])
})
