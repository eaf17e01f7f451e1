import { type Block, createBlockFromRLP, createBlockHeader } from '@ethereumjs/block'
import { Account, type Address } from '@ethereumjs/util'
import { buildBlock, createVM, type VM } from '@ethereumjs/vm'
import { GENESIS_BALANCE } from '../../../src/chain/genesis/genesisBalance.ts'
import { stockCommon, stockGenesisState } from '../../../test/support/stockGenesis.ts'
import { serveParent } from '../child.ts'
import type { GeneratedChain, Run } from '../generation.ts'

let chain: GeneratedChain

/** Builds the same blocks as ommer with the parts and the cryptography of @ethereumjs. */
serveParent({
  load: (generated: GeneratedChain) => {
    chain = generated
  },
  run: async (): Promise<Run> => {
    const { accounts, rules } = chain
    const common = stockCommon(rules)
    // Decoded anew for each run, because a transaction caches its recovered sender.
    const [genesis, ...blocks] = chain.blocks.map((rlp) =>
      createBlockFromRLP(rlp, { common, setHardfork: true }),
    )
    const stateManager = await stockGenesisState(common, rules, accounts, GENESIS_BALANCE)
    const vm = await createVM({ common, stateManager })
    await requireState(vm, genesis as Block)
    let parent = genesis as Block
    let milliseconds = 0
    for (const block of blocks) {
      const start = performance.now()
      const built = await build(vm, parent, block)
      milliseconds += performance.now() - start
      requireSameHeader(built, block)
      await rewardUncles(vm, block)
      await requireState(vm, block)
      parent = block
    }
    const transactions = blocks.reduce((sum, block) => sum + block.transactions.length, 0)
    return { transactions, seconds: milliseconds / 1000 }
  },
})

/** Lets the stock builder choose the fork, do the system calls and collect the requests: all that makes a block. */
async function build(
  vm: VM,
  parentBlock: Block,
  { header, transactions, withdrawals }: Block,
): Promise<Block> {
  const { number, timestamp } = header
  vm.common.setHardforkBy({ blockNumber: number, timestamp })
  const builder = await buildBlock(vm, {
    parentBlock,
    headerData: {
      coinbase: header.coinbase,
      timestamp,
      gasLimit: header.gasLimit,
      baseFeePerGas: header.baseFeePerGas as bigint, // there is one since London
      difficulty: header.difficulty,
      mixHash: header.mixHash, // since the merge, what PREVRANDAO returns
      nonce: header.nonce,
      extraData: header.extraData,
      uncleHash: header.uncleHash,
      ...(header.parentBeaconBlockRoot && { parentBeaconBlockRoot: header.parentBeaconBlockRoot }),
    },
    ...(withdrawals && { withdrawals }),
    blockOpts: { putBlockIntoBlockchain: false },
  })
  for (const transaction of transactions) {
    // Transactions in blocks have no blobs.
    await builder.addTransaction(transaction, { allowNoBlobs: true })
  }
  const { block } = await builder.build()
  return block
}

/** `buildBlock` does not support uncles. This pays their rewards (Yellow Paper 11.3), outside the measured time. */
async function rewardUncles(vm: VM, { header, uncleHeaders }: Block): Promise<void> {
  const reward = vm.common.param('minerReward')
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

/** Compares all but the state, which still lacks the rewards for uncles: gas, the roots of all lists, requests, blobs. */
function requireSameHeader({ header: built }: Block, { header: expected }: Block): void {
  const { common, stateRoot } = expected
  const completed = createBlockHeader({ ...built, stateRoot }, { common })
  if (!isEqual(completed.hash(), expected.hash())) {
    throw new Error(`stock buildBlock built a different block ${expected.number}`)
  }
}

async function requireState(vm: VM, { header }: Block): Promise<void> {
  if (!isEqual(await vm.stateManager.getStateRoot(), header.stateRoot)) {
    throw new Error(`stock buildBlock has a different state after block ${header.number}`)
  }
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0
}
