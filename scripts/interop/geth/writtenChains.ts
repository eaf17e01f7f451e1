import type { Account } from '../../../src/chain/accounts.ts'
import type { BlockAuthor } from '../../../src/chain/byHand/blockAuthor.ts'
import type { Chain } from '../../../src/chain/chain.ts'
import { createChain } from '../../../src/chain/createChain.ts'
import type { Block, Transaction } from '../../../src/chain/encoding/block.ts'
import type { ChainSpec } from '../../../src/chain/spec/spec.ts'

/** A chain with branches that were written by hand, oldest block first. */
export interface WrittenChain {
  readonly chain: Chain
  readonly branches: readonly (readonly Block[])[]
}

/** Chains whose branches are written by hand: with all types of transactions, across a fork, and from genesis on. */
export const writtenChains: Readonly<Record<string, () => Promise<WrittenChain>>> = {
  'written branches': () => writeBranches({ seed: 'interop', preset: 'latest', blocks: 12 }),
  'written branches across forks': () =>
    writeBranches({
      seed: 'interop',
      blocks: 13,
      forks: { london: 0, paris: 4, shanghai: 9, cancun: 12, prague: 13, osaka: 15 },
    }),
  'written branches of Amsterdam': () =>
    writeBranches({ seed: 'interop', preset: 'amsterdam', blocks: 12 }),
  // The block by hand of the main branch is the last one before the fork, which the other branches cross.
  'written branches across Amsterdam': () =>
    writeBranches({
      seed: 'interop',
      blocks: 12,
      forks: { prague: 0, bpo2: 8, amsterdam: 14 },
    }),
}

async function writeBranches(spec: ChainSpec): Promise<WrittenChain> {
  const chain = await createChain(spec)
  const [alice, bob] = chain.accounts as [Account, Account]
  const [main] = (await chain.build(1, (block) => write(block, alice, bob))) as [Block]
  await chain.extend(2)
  const fork = main.header.number - 1
  const all = main.transactions as readonly Transaction[]
  const ofBob = all.filter(({ from }) => from === bob.address)
  const rest = all.filter(({ from }) => from !== bob.address)

  const dropped = await chain.branch(fork, 'dropped', (block) => block.include(ofBob))
  const moved = await chain.branch(
    fork,
    'moved',
    async (block, index) => {
      block.setTimestamp(block.timestamp + 60)
      if (index === 1) block.setExtraData('by hand')
      await block.include([ofBob, rest][index] ?? [])
    },
    { length: 5 },
  )
  const onBranch = await chain.branch(moved[0]?.hash ?? 0, 'on a branch', async (block) => {
    await block.add({ from: bob, to: alice.address, value: 1n })
    await block.include(rest)
  })
  const deep = await chain.branch(fork - 8, 'deep', (block) => write(block, alice, bob), {
    length: 3,
  })
  return { chain, branches: [dropped, moved, [moved[0] as Block, ...onBranch], deep] }
}

/** Adds a transaction of each type that the fork has, by two senders in turn. */
async function write(block: BlockAuthor, alice: Account, bob: Account): Promise<void> {
  const to = `0x${'ab'.repeat(20)}` as const
  // The contract emits a log when it is created.
  await block.add({ from: alice, data: '0x60005f5260206000a0', gas: 100_000n })
  await block.add({ from: bob, to, value: 1n, type: 0 })
  await block.add({ from: alice, to, value: 2n, type: 1 })
  await block.add({ from: bob, data: '0x60015f5260206000a0', gas: 100_000n })
  const authorizations = [{ from: bob, address: alice.address }]
  const versioned = [`0x01${'cd'.repeat(31)}`] as const
  for (const later of [{ authorizations }, { blobVersionedHashes: versioned }]) {
    await block.add({ from: alice, to, ...later }).catch(ignoreType)
  }
}

/** A fork may not have the type yet. */
function ignoreType(error: Error): void {
  if (!/does not exist under/.test(error.message)) throw error
}
