import type { Block } from '@ethereumjs/block'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Chain } from '../../../src/chain/chain.ts'
import { createChain } from '../../../src/chain/createChain.ts'
import type { SealedBlock } from '../../../src/chain/encoding/block.ts'
import { headerStateRoot } from '../../../src/chain/encoding/decode/headerStateRoot.ts'
import { GENESIS_BALANCE } from '../../../src/chain/genesis/genesisBalance.ts'
import type { StateTrie } from '../../../src/chain/state/account.ts'
import { accountAt, slotOf } from '../../../src/chain/state/stateReads.ts'
import { MissingStateError } from '../../../src/chain/store/missingStateError.ts'
import { type Hex, toHex } from '../../../src/primitives/hex.ts'
import { arbitrarySpec } from '../../support/arbitrarySpec.ts'
import { blocksOf } from '../../support/chain.ts'
import { repeated } from '../../support/sized.ts'
import { StockNode } from '../../support/stockNode.ts'

/** Accounts that blocks of the main branch touch: senders, recipients, new contracts and miners. */
function addressesOf(chain: Chain): Hex[] {
  const found = new Set<Hex>(['0x0000000000000000000000000000000000000001'])
  for (const { header, transactions, receipts } of blocksOf(chain)) {
    found.add(header.miner)
    for (const [index, { from, to }] of transactions.entries()) {
      found.add(from)
      if (to !== null) found.add(to)
      const created = receipts[index]?.contractAddress
      if (created !== null && created !== undefined) found.add(created)
    }
  }
  return [...found]
}

async function allBlocksOf({ blockFactory }: Chain): Promise<SealedBlock[]> {
  return [...(await blockFactory()).tree.blocks]
}

function rootOf(state: StateTrie): Hex {
  return toHex(state.root())
}

describe('the states of a chain', () => {
  it('are those of a stock node, on all branches, for all accounts and slots', async () => {
    const pick = fc.infiniteStream(fc.nat())
    await fc.assert(
      fc.asyncProperty(arbitrarySpec, pick, async (spec, numbers) => {
        const chain = await createChain(spec)
        await chain.extendBranch(Math.floor(chain.tree.head.number / 2), 'side', 3)
        const node = await StockNode.start(chain, chain.rules, GENESIS_BALANCE)
        const accepted: [SealedBlock, Block][] = []
        const pending = (await chain.candidate(() => chain.tree.head)) as SealedBlock
        for (const sealed of [...(await allBlocksOf(chain)).slice(1), pending]) {
          accepted.push([sealed, await node.accept(sealed)])
        }
        const addresses = addressesOf(chain)
        const slots = [0n, 1n, 2n]
        for (let round = 0; round < 40; round++) {
          const [sealed, block] = accepted[numbers.next().value % accepted.length] as [
            SealedBlock,
            Block,
          ]
          const address = addresses[numbers.next().value % addresses.length] as Hex
          const expected = await node.accountAfter(block, address, slots)
          const at = sealed === pending ? 'pending' : sealed.hash
          const { balance, nonce, code, storageRoot } = await chain.account(address, { at })
          const values = slots.map((slot) => {
            const state = chain.states.ready(sealed) as StateTrie
            const key: Hex = `0x${slot.toString(16).padStart(64, '0')}`
            return toHex(slotOf(accountAt(state, address), key))
          })
          expect({ balance, nonce: BigInt(nonce), code, storageRoot, values }).toEqual(expected)
        }
      }),
      { numRuns: repeated(4, 60) },
    )
  })
})

describe('the history of a long chain', async () => {
  const chain = await createChain({
    seed: 'long',
    preset: 'pow',
    blocks: 400,
    transactionsPerBlock: [0, 1],
  })
  const old = chain.tree.byNumber(100) as SealedBlock

  it('keeps the states of the newest blocks', () => {
    for (let number = 400; number > 400 - 128; number--) {
      const block = chain.tree.byNumber(number) as SealedBlock
      const state = chain.states.ready(block) as StateTrie
      expect(rootOf(state)).toBe(headerStateRoot(block))
      expect(chain.states.ready(block)).toBe(state)
    }
  })

  it('computes any other state without running a block, for all callers at once', async () => {
    expect(chain.states.ready(old)).toBeUndefined()
    const [one, other] = await Promise.all([chain.states.after(old), chain.states.after(old)])
    expect(rootOf(one)).toBe(headerStateRoot(old))
    expect(other).toBe(one)
    expect(chain.states.ready(old)).toBe(one)
    for (const block of await allBlocksOf(chain)) {
      expect(rootOf(await chain.states.after(block))).toBe(headerStateRoot(block))
    }
  })

  it('has a state near each computed one', async () => {
    await chain.states.after(chain.tree.byNumber(220) as SealedBlock)
    const near = chain.tree.byNumber(150) as SealedBlock
    expect(chain.states.ready(near)).toBeDefined()
  })

  it('rejects a caller that aborts, and no other', async () => {
    const fresh = await createChain({ seed: 'aborted', blocks: 300, transactionsPerBlock: [0, 1] })
    const block = fresh.tree.byNumber(40) as SealedBlock
    let pauses = 0
    const aborted = fresh.states.after(block, () => {
      pauses++
      throw new Error('enough')
    })
    const other = fresh.states.after(block)
    await expect(aborted).rejects.toThrow('enough')
    expect(pauses).toBe(1)
    expect(rootOf(await other)).toBe(headerStateRoot(block))
  })

  it('stops when every caller has aborted, and starts anew for the next one', async () => {
    const fresh = await createChain({ seed: 'aborted', blocks: 300, transactionsPerBlock: [0, 1] })
    const block = fresh.tree.byNumber(40) as SealedBlock
    const abort = () => {
      throw new Error('enough')
    }
    await expect(fresh.states.after(block, abort)).rejects.toThrow('enough')
    expect(fresh.states.ready(block)).toBeUndefined()
    expect(rootOf(await fresh.states.after(block))).toBe(headerStateRoot(block))
  })

  it('keeps as many states as it is told to', async () => {
    const fresh = await createChain({ seed: 'kept', blocks: 300, transactionsPerBlock: [0, 1] })
    const { archive } = await fresh.blockFactory()
    const count = () => [...archive.states.kept].length
    // Genesis, every sixteenth of 256, and the last eight.
    fresh.keepStates(0)
    expect(count()).toBe(1 + 16 + 8)
    fresh.keepStates(50)
    await fresh.extend(60)
    expect(count()).toBe(1 + 50 + 13)
    const block = fresh.tree.byNumber(345) as SealedBlock
    expect(rootOf(fresh.states.ready(block) as StateTrie)).toBe(headerStateRoot(block))
  })

  it('has no state of an unknown block', () => {
    const { head } = chain.tree
    const unknown = {
      ...head,
      hash: `0x${'ab'.repeat(32)}`,
      parentHash: `0x${'cd'.repeat(32)}`,
    } as const
    expect(() => chain.states.after(unknown)).toThrow(MissingStateError)
  })
})
