import { fromListItem } from '../../../src/chain/encoding/listItem.ts'
import { hashedTransactions } from '../../../src/chain/encoding/transactionHashes.ts'
import type { ChainSpec } from '../../../src/chain/spec/spec.ts'
import { type Hex, toHex } from '../../../src/primitives/hex.ts'
import { importBuilt } from '../../build/built.ts'
import { serveParent } from '../child.ts'
import type { GeneratedChain, Run } from '../generation.ts'
import type { RawChain } from '../mixedTraffic.ts'
import type { Transfer } from '../transfers.ts'

const { createChain } = await importBuilt()

type Chain = Awaited<ReturnType<typeof createChain>>

serveParent({
  run: async (spec: ChainSpec): Promise<Run> => {
    const start = performance.now()
    const chain = await createChain(spec)
    const seconds = (performance.now() - start) / 1000
    const transactions = blocksOf(chain).reduce((sum, { senders }) => sum + senders.length / 20, 0)
    return { transactions, seconds }
  },
  chain: async (spec: ChainSpec): Promise<GeneratedChain> => {
    const chain = await createChain(spec)
    return {
      rules: chain.rules,
      accounts: chain.accounts.map(({ address }) => address),
      blocks: blocksOf(chain).map(({ rlp }) => rlp),
    }
  },
  /** The transactions of each block as they are sent, and the accounts that need ether for them. */
  raw: async (spec: ChainSpec): Promise<RawChain> => {
    const chain = await createChain(spec)
    const [, ...blocks] = blocksOf(chain)
    return {
      accounts: chain.accounts.map(({ address }) => address),
      blocks: blocks.map((block) =>
        hashedTransactions(block).map(({ item }) => toHex(fromListItem(item))),
      ),
    }
  },
  /** The transfers of each block, for a chain that has nothing but ether transfers. */
  transfers: async (spec: ChainSpec): Promise<Transfer[][]> => {
    const chain = await createChain(spec)
    const accounts = chain.accounts.map(({ address }) => address)
    const numbers = Array.from({ length: chain.tree.head.number }, (_, index) => index + 1)
    return numbers.map((number) => transfersOf(chain, number, accounts))
  },
})

function blocksOf({ tree }: Chain) {
  const blocks = Array.from({ length: tree.head.number + 1 }, (_, number) => tree.byNumber(number))
  return blocks.filter((block) => block !== undefined)
}

function transfersOf(chain: Chain, number: number, accounts: readonly Hex[]): Transfer[] {
  return (chain.blockByNumber(number)?.transactions ?? []).map(({ from, to, value, gas }) => {
    if (to === null || gas !== 21_000n) throw new Error(`block ${number} has more than transfers`)
    const recipient = accounts.indexOf(to)
    return {
      sender: accounts.indexOf(from),
      recipient: recipient < 0 ? to : recipient,
      value: `0x${value.toString(16)}`,
    }
  })
}
