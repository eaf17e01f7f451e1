import { type Block, createBlockFromRLP } from '@ethereumjs/block'
import { createCustomCommon, Hardfork, Mainnet } from '@ethereumjs/common'
import { Account, type Address, createAddressFromString } from '@ethereumjs/util'
import { buildBlock, createVM, type VM } from '@ethereumjs/vm'
import { GENESIS_BALANCE } from '../../../src/chain/genesis/genesisBalance.ts'
import { serveParent } from '../child.ts'
import type { GeneratedChain, Run } from '../generation.ts'

const common = createCustomCommon({ chainId: 1337 }, Mainnet, { hardfork: Hardfork.London })

let chain: GeneratedChain

/** Builds the same blocks as ommer with the parts and the cryptography of @ethereumjs. */
serveParent({
  load: (generated: GeneratedChain) => {
    chain = generated
  },
  run: async (): Promise<Run> => {
    // Decoded anew for each run, because a transaction caches its recovered sender.
    const [genesis, ...blocks] = chain.blocks.map((rlp) => createBlockFromRLP(rlp, { common }))
    const vm = await createVM({ common })
    await fund(vm)
    await requireState(vm, genesis as Block)
    let parent = genesis as Block
    let milliseconds = 0
    for (const block of blocks) {
      const start = performance.now()
      const built = await build(vm, parent, block)
      milliseconds += performance.now() - start
      requireSameWork(built, block)
      await rewardUncles(vm, block)
      await requireState(vm, block)
      parent = block
    }
    const transactions = blocks.reduce((sum, block) => sum + block.transactions.length, 0)
    return { transactions, seconds: milliseconds / 1000 }
  },
})

async function build(vm: VM, parentBlock: Block, { header, transactions }: Block): Promise<Block> {
  const builder = await buildBlock(vm, {
    parentBlock,
    headerData: {
      coinbase: header.coinbase,
      timestamp: header.timestamp,
      gasLimit: header.gasLimit,
      baseFeePerGas: header.baseFeePerGas as bigint, // London has one
      difficulty: header.difficulty,
    },
    blockOpts: { putBlockIntoBlockchain: false },
  })
  for (const transaction of transactions) await builder.addTransaction(transaction)
  const { block } = await builder.build()
  return block
}

/** Genesis: account balances and nothing else. */
async function fund(vm: VM): Promise<void> {
  for (const address of chain.accounts) {
    const account = new Account(0n, GENESIS_BALANCE)
    await vm.stateManager.putAccount(createAddressFromString(address), account)
  }
}

/** `buildBlock` does not support uncles. This pays their rewards (Yellow Paper 11.3), outside the measured time. */
async function rewardUncles(vm: VM, { header, uncleHeaders }: Block): Promise<void> {
  const reward = common.param('minerReward')
  for (const uncle of uncleHeaders) {
    await pay(vm, header.coinbase, reward / 32n)
    await pay(vm, uncle.coinbase, (reward * (8n - (header.number - uncle.number))) / 8n)
  }
}

async function pay(vm: VM, address: Address, amount: bigint): Promise<void> {
  const account = (await vm.stateManager.getAccount(address)) ?? new Account()
  account.balance += amount
  await vm.stateManager.putAccount(address, account)
}

function requireSameWork({ header: built }: Block, { header: expected }: Block): void {
  const isSame =
    built.gasUsed === expected.gasUsed &&
    isEqual(built.transactionsTrie, expected.transactionsTrie) &&
    isEqual(built.receiptTrie, expected.receiptTrie)
  if (!isSame) throw new Error(`stock buildBlock built a different block ${expected.number}`)
}

async function requireState(vm: VM, { header }: Block): Promise<void> {
  if (!isEqual(await vm.stateManager.getStateRoot(), header.stateRoot)) {
    throw new Error(`stock buildBlock has a different state after block ${header.number}`)
  }
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0
}
