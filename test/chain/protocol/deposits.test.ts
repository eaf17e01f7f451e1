import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Chain } from '../../../src/chain/chain.ts'
import { createChain } from '../../../src/chain/createChain.ts'
import { importChain } from '../../../src/chain/import/importChain.ts'
import { encodeDeposits, InvalidDepositError } from '../../../src/chain/protocol/deposits.ts'
import { MAINNET_DEPOSIT_CONTRACT } from '../../../src/chain/protocol/rules.ts'
import type { Hex } from '../../../src/primitives/hex.ts'
import { sealedBlock } from '../../support/chain.ts'

const TOPIC = '649bbc62d0e31342afea4e5cd82d4049e7e1ee912fc0889aa790803be39038c5'
/** Logs its call data under the topic of a deposit. */
const code: Hex = `0x365f5f377f${TOPIC}365fa1`

const word = (value: number) => value.toString(16).padStart(64, '0')
/** The five fields of a deposit, each of one repeated byte, and their concatenation. */
const fields = [48, 32, 8, 96, 8].map((size, index) => `${index + 1}`.repeat(2 * size))
const request = fields.join('')

/** The event as the contract encodes it: `abi.encode(bytes, bytes, bytes, bytes, bytes)`. */
function event(offsets = [160, 256, 320, 384, 512], sizes = [48, 32, 8, 96, 8]): string {
  const tails = fields.map((field, index) => {
    const padded = field.padEnd(64 * Math.ceil(field.length / 64), '0')
    return word(sizes[index] as number) + padded
  })
  return [...offsets.map(word), ...tails].join('')
}

const sha256 = (...parts: Uint8Array[]) =>
  createHash('sha256').update(Buffer.concat(parts)).digest()

const somebody: Hex = `0x${'ab'.repeat(20)}`

/** A chain of Osaka with a contract that logs deposits, and one rich account. */
async function chainWithContract(depositContract: Hex): Promise<{ chain: Chain; source: Chain }> {
  const source = await createChain({ preset: 'latest', blocks: 0 })
  const contract = { address: depositContract, balance: 0n, nonce: 1n, code, storage: {} }
  const genesis = { ...source.genesis, accounts: [...source.genesis.accounts, contract] }
  return { chain: await importChain(genesis, { ...source.rules, depositContract }, []), source }
}

describe('deposits', () => {
  it.each([MAINNET_DEPOSIT_CONTRACT, somebody])(
    'are requests of the block whose logs contain them, at %s',
    async (address) => {
      const { chain, source } = await chainWithContract(address)
      const [from] = source.accounts
      if (from === undefined) throw new Error('no account')
      const [block] = await chain.build(1, async (author) => {
        await author.add({ from, to: address, data: `0x${event()}` })
        await author.add({ from, to: address, data: `0x${event()}` })
      })
      const deposits = Buffer.from(`00${request}${request}`, 'hex')
      expect(block?.header.requestsHash).toBe(`0x${sha256(sha256(deposits)).toString('hex')}`)
      const again = await importChain(chain.genesis, chain.rules, [sealedBlock(chain, 1).rlp])
      expect(again.tree.head.hash).toBe(chain.tree.head.hash)
    },
  )

  it('are ignored when another contract emits the same log', async () => {
    const { chain, source } = await chainWithContract(somebody)
    const [from] = source.accounts
    if (from === undefined) throw new Error('no account')
    const [other] = await chain.build(1, async (author) => {
      const { contractAddress } = await author.add({ from, data: `0x6036${'5f'.repeat(3)}00` })
      await author.add({ from, to: contractAddress as Hex, data: `0x${event()}` })
    })
    expect(other?.header.requestsHash).toBe(`0x${sha256().toString('hex')}`)
  })

  it('make a block invalid when their layout is wrong', async () => {
    const { chain, source } = await chainWithContract(somebody)
    const [from] = source.accounts
    if (from === undefined) throw new Error('no account')
    const before = chain.tree.head
    const building = chain.build(1, async (author) => {
      await author.add({ from, to: somebody, data: `0x${event().slice(2)}` })
    })
    await expect(building).rejects.toThrow(InvalidDepositError)
    expect(chain.tree.head).toBe(before)
  })

  it.each([
    ['an offset', event([160, 256, 320, 384, 544])],
    ['a size', event(undefined, [48, 32, 8, 96, 9])],
    ['its length', `${event()}00`],
  ])('are refused for %s', (_, data) => {
    expect(() => encodeDeposits([Buffer.from(data, 'hex')])).toThrow(InvalidDepositError)
  })
})
