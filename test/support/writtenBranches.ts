import fc from 'fast-check'
import { expect } from 'vitest'
import type { Account } from '../../src/chain/accounts.ts'
import type { BlockAuthor } from '../../src/chain/byHand/blockAuthor.ts'
import { BlockMisuseError } from '../../src/chain/byHand/misuse.ts'
import type { Chain } from '../../src/chain/chain.ts'
import type { Block } from '../../src/chain/encoding/block.ts'
import { blocksOf } from './chain.ts'

/** Something that a test asks of a block. Numbers select one of what exists at that time. */
type Action =
  | { readonly what: 'time'; readonly seconds: number }
  | { readonly what: 'uncle' | 'withdrawal' | 'include'; readonly pick: number }
  | { readonly what: 'includeAll'; readonly pick: number; readonly reversed: boolean }
  | { readonly what: 'add'; readonly pick: number; readonly type: number; readonly to: number }

/** A branch to write, and on which block. */
export interface BranchPlan {
  readonly on: number
  readonly label: string
  /** for each block */
  readonly actions: readonly (readonly Action[])[]
}

const pick = fc.nat(1000)
const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ what: fc.constant('time' as const), seconds: fc.integer({ min: -1, max: 200 }) }),
  fc.record({ what: fc.constantFrom('uncle' as const, 'withdrawal' as const), pick }),
  {
    weight: 3,
    arbitrary: fc.record({ what: fc.constant('include' as const), pick }),
  },
  fc.record({ what: fc.constant('includeAll' as const), pick, reversed: fc.boolean() }),
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('add' as const),
      pick,
      type: fc.nat(4),
      to: fc.nat(9),
    }),
  },
)

/** Branches to write one after another, each on any block that exists by then. */
export const arbitraryBranches: fc.Arbitrary<readonly BranchPlan[]> = fc.array(
  fc.record({
    on: pick,
    label: fc.constantFrom('a', 'b'),
    actions: fc.array(fc.array(action, { maxLength: 5 }), { minLength: 1, maxLength: 3 }),
  }),
  { minLength: 1, maxLength: 4 },
)

/**
 * Writes branches. What the protocol does not allow is left out, and must be refused with one line.
 *
 * @returns the branches
 */
export async function writeBranches(
  chain: Chain,
  plans: readonly BranchPlan[],
): Promise<Block[][]> {
  const blocks = blocksOf(chain)
  const branches: Block[][] = []
  for (const { on, label, actions } of plans) {
    const { hash } = pickOf(blocks, on)
    const length = actions.length
    const write = async (block: BlockAuthor, index: number) => {
      for (const action of actions[index] ?? []) await attempt(block, action, chain, blocks)
    }
    const branch = await chain.branch(hash, label, write, { length })
    blocks.push(...branch)
    branches.push(branch)
  }
  return branches
}

async function attempt(
  block: BlockAuthor,
  action: Action,
  { accounts }: Chain,
  blocks: readonly Block[],
): Promise<void> {
  try {
    await act(block, action, accounts, blocks)
  } catch (error) {
    expect(error).toBeInstanceOf(BlockMisuseError)
    expect((error as Error).message).toMatch(/^block \d+ of branch '.': [^\n]+$/)
  }
}

function act(
  block: BlockAuthor,
  action: Action,
  accounts: readonly Account[],
  blocks: readonly Block[],
): unknown {
  const { what } = action
  if (what === 'time') return block.setTimestamp(block.timestamp + action.seconds)
  const { hash, transactions } = pickOf(blocks, action.pick)
  switch (what) {
    case 'uncle':
      return block.addUncle(hash)
    case 'withdrawal':
      return block.addWithdrawal({ address: `0x${'cd'.repeat(20)}`, amountGwei: 1n })
    case 'include': {
      const all = blocks.flatMap(({ transactions }) => transactions)
      return all.length === 0 ? undefined : block.include(pickOf(all, action.pick))
    }
    case 'includeAll':
      return block.include(action.reversed ? transactions.toReversed() : transactions)
    case 'add':
      return block.add(requestOf(action, accounts))
  }
}

function requestOf(
  { pick, type, to }: Extract<Action, { readonly what: 'add' }>,
  accounts: readonly Account[],
): Parameters<BlockAuthor['add']>[0] {
  const from = pickOf(accounts, pick)
  const other = pickOf(accounts, to)
  const call = { from, to: other.address, value: BigInt(pick) }
  // A contract creation that emits a log.
  if (type === 0) return { from, data: '0x60005f5260206000a0', type: 0 }
  if (type === 3) return { ...call, blobVersionedHashes: [`0x01${'ef'.repeat(31)}`] }
  if (type === 4) return { ...call, authorizations: [{ from: other, address: from.address }] }
  return { ...call, type: type as 1 | 2 }
}

function pickOf<T>(list: readonly T[], pick: number): T {
  return list[pick % list.length] as T
}
