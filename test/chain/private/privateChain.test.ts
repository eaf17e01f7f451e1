import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import type { SealedBlock } from '../../../src/chain/encoding/block.ts'
import { decodeBlock } from '../../../src/chain/encoding/decode.ts'
import type { CodeStore } from '../../../src/chain/state/codeStore.ts'
import { accountAt, codeOf } from '../../../src/chain/state/stateReads.ts'
import { setBalance } from '../../../src/moves/kinds/setBalance.ts'
import { setCode } from '../../../src/moves/kinds/setCode.ts'
import { fromHex, type Hex, toHex } from '../../../src/primitives/hex.ts'
import { keccak256 } from '../../../src/primitives/keccak.ts'
import { arbitrarySpec } from '../../support/arbitrarySpec.ts'
import { MovableEndpoint } from '../../support/movableEndpoint.ts'
import { privateChain } from '../../support/privateChain.ts'
import { arbitraryMove, performRandom } from '../../support/randomMoves.ts'
import { repeated } from '../../support/sized.ts'

const spec = { seed: 'private', blocks: 6, preset: 'latest', transactionsPerBlock: [1, 3] } as const

/** The blocks of an endpoint's branch, newest first, until one that the shared chain has. */
function ownBlocks(endpoint: MovableEndpoint): SealedBlock[] {
  const { tree } = endpoint.chain
  const own: SealedBlock[] = []
  for (let at: SealedBlock | undefined = endpoint.head; at && !tree.isMain(at); ) {
    own.push(at)
    at = tree.byHash(at.parentHash)
  }
  return own
}

describe('a private chain', () => {
  it('has the same blocks and states as one that all endpoints share', async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitrarySpec,
        fc.array(arbitraryMove, { minLength: 3, maxLength: 8 }),
        async (spec, moves) => {
          const chain = await createChain(spec)
          const endpoint = new MovableEndpoint('private', privateChain(chain))
          const shared = new MovableEndpoint('shared', await createChain(spec))
          for (const move of moves) {
            for (const each of [endpoint, shared]) await performRandom(each, move)
            expect(endpoint.head).toEqual(shared.head)
            expect(await endpoint.pendingBlock()).toEqual(await shared.pendingBlock())
          }
          for (const block of ownBlocks(endpoint)) {
            expect(chain.tree.byHash(block.hash)).toBeUndefined()
            const state = await endpoint.chain.states.after(block)
            expect(toHex(state.root())).toBe(decodeBlock(block).header.stateRoot)
          }
        },
      ),
      { numRuns: repeated(4, 60) },
    )
  })

  it('computes states that it does not keep, above states that the shared chain does not keep', async () => {
    const chain = await createChain({ ...spec, blocks: 330, transactionsPerBlock: [0, 1] })
    const endpoint = new MovableEndpoint('long', privateChain(chain))
    endpoint.rollback(250)
    await endpoint.mine(70, { secondsBetween: 13 })
    for (const block of ownBlocks(endpoint).reverse()) {
      const state = await endpoint.chain.states.after(block)
      expect(toHex(state.root())).toBe(decodeBlock(block).header.stateRoot)
    }
    for (const number of [0, 79, 80, 200, 330]) {
      const block = chain.tree.byNumber(number) as SealedBlock
      const state = await endpoint.chain.states.after(block)
      expect(toHex(state.root())).toBe(decodeBlock(block).header.stateRoot)
    }
  })

  it('builds on the blocks of another one after joining it, with its own states still there', async () => {
    const chain = await createChain(spec)
    const [one, other] = [privateChain(chain), privateChain(chain)]
    const leader = new MovableEndpoint('leader', one)
    const follower = new MovableEndpoint('follower', other)
    await leader.reorg({ depth: 2, length: 3 })
    const [mined] = (await follower.mine(1, { secondsBetween: 99 })) as [SealedBlock]
    const snapshot = follower.snapshot()
    expect(follower.blockByHash(leader.head.hash)).toBeUndefined()

    await follower.follow({ behind: leader, by: 1 })
    expect(follower.head).toBe(leader.blockByNumber(leader.head.number - 1))
    expect(follower.blockByHash(leader.head.hash)).toBe(leader.head)
    expect(leader.blockByHash(mined.hash)).toBe(mined)
    const state = await leader.chain.states.after(mined)
    expect(toHex(state.root())).toBe(decodeBlock(mined).header.stateRoot)

    follower.revert(snapshot)
    expect(follower.head).toBe(mined)
    const [next] = (await follower.mine()) as [SealedBlock]
    expect(next.parentHash).toBe(mined.hash)
    expect(leader.blockByHash(next.hash)).toBe(next)
    expect(chain.tree.byHash(next.hash)).toBeUndefined()
  })

  it('keeps states that were set by hand, and those after them, when it joins another one', async () => {
    const chain = await createChain(spec)
    const [one, other] = [privateChain(chain), privateChain(chain)]
    const follower = new MovableEndpoint('follower', other)
    const empty = `0x${'5b'.repeat(20)}` as const
    await setBalance.run(follower, [empty, 5n], undefined as never)
    const altered = follower.head
    const [next] = (await follower.mine()) as [SealedBlock]
    await other.join(one)
    for (const block of [altered, next]) {
      const state = await one.states.after(block)
      expect(accountAt(state, empty)?.balance).toBe(5n)
    }
    const shared = one.tree.byHash(altered.hash) as SealedBlock
    expect(accountAt(await one.states.after(shared), empty)).toBeUndefined()
  })

  it('counts once what both had before one joins the other', async () => {
    const chain = await createChain(spec)
    const [one, other] = [privateChain(chain), privateChain(chain)]
    for (const each of [one, other]) {
      const endpoint = new MovableEndpoint('same', each)
      await endpoint.mine(2, { secondsBetween: 99 })
      await endpoint.reorg({ depth: 1, length: 2 })
      await setCode.run(endpoint, [`0x${'5b'.repeat(20)}`, '0x6001'], undefined as never)
      endpoint.snapshot()
    }
    const { bytes } = one.memory
    expect(other.memory.bytes).toBe(bytes)
    const ofSnapshot = 300
    const ofAccount = 500
    await other.join(one)
    // Each has written the account, and each has a snapshot.
    expect(one.memory.bytes).toBe(bytes + ofSnapshot + ofAccount)
  })

  it('keeps code by hand for as long as a state has it', async () => {
    const chain = privateChain(await createChain(spec))
    const endpoint = new MovableEndpoint('code', chain, { undoneBytes: 0 })
    const account = `0x${'5b'.repeat(20)}` as const
    const names = new Map<string, string>()
    const set = async (code: Hex, at: Hex = account) => {
      const bytes = fromHex(code)
      names.set(code, toHex(keccak256(bytes)).slice(2))
      await setCode.run(endpoint, [at, code], undefined as never)
    }
    const kept = () => {
      const codes = chain.states.codes() as CodeStore
      return [...names].flatMap(([code, name]) => (codes.get(name) === undefined ? [] : [code]))
    }
    await set('0x6001')
    await set('0x6002')
    expect(kept()).toEqual(['0x6002'])
    await set('0x6003', `0x${'5c'.repeat(20)}`)
    const id = endpoint.snapshot()
    await set('0x6004')
    expect(kept()).toEqual(['0x6002', '0x6003', '0x6004'])
    const snapshotOfChild = await endpoint.mine().then(() => endpoint.snapshot())
    endpoint.revert(id)
    await set('0x6005')
    expect(kept()).toEqual(['0x6002', '0x6003', '0x6004', '0x6005'])
    endpoint.revert(snapshotOfChild)
    endpoint.revert(id)
    // The block of the other snapshot was built on 0x6004.
    expect(kept()).toEqual(['0x6002', '0x6003', '0x6004'])
    endpoint.revert(id, true)
    // Its turns wait until undone blocks are freed.
    await endpoint.exclusively(() => {})
    expect(kept()).toEqual(['0x6002', '0x6003'])
    endpoint.reset()
    expect([kept(), chain.memory.bytes]).toEqual([[], 0])
  })

  it('keeps code by hand when it joins another chain, until no state has it', async () => {
    const chain = await createChain(spec)
    const [one, other] = [privateChain(chain), privateChain(chain)]
    const leader = new MovableEndpoint('leader', one)
    const follower = new MovableEndpoint('follower', other)
    const account = `0x${'5b'.repeat(20)}` as const
    const codeOfFollower = async () => {
      const state = await one.states.after(follower.head)
      return toHex(codeOf(accountAt(state, account), await one.states.codes()))
    }
    await setCode.run(follower, [account, '0x6001'], undefined as never)
    const id = follower.snapshot()
    await follower.follow({ behind: leader, by: 0 })
    expect(await codeOfFollower()).toBe('0x')
    follower.revert(id)
    expect(await codeOfFollower()).toBe('0x6001')
    follower.revert(id, true)
    follower.reset()
    expect(one.memory.bytes).toBe(0)
  })

  it('counts a state by hand for as long as the head or a snapshot has it', async () => {
    const chain = privateChain(await createChain(spec))
    const endpoint = new MovableEndpoint('counted', chain)
    const account = `0x${'5b'.repeat(20)}` as const
    const bytesAfter = async (balance: bigint) => {
      await setBalance.run(endpoint, [account, balance], undefined as never)
      return chain.memory.bytes
    }
    const [ofEntry, ofState, ofSnapshot] = [500, 2000, 300]
    expect(await bytesAfter(1n)).toBe(ofEntry + ofState)
    expect(await bytesAfter(2n)).toBe(2 * ofEntry + ofState)
    const id = endpoint.snapshot()
    expect(await bytesAfter(3n)).toBe(3 * ofEntry + 2 * ofState + ofSnapshot)
    endpoint.revert(id)
    expect(chain.memory.bytes).toBe(3 * ofEntry + ofState + ofSnapshot)
    endpoint.revert(id, true)
    endpoint.reset()
    expect(chain.memory.bytes).toBe(0)
  })

  it('is one chain for all that have joined, in any order', async () => {
    const chain = await createChain(spec)
    const chains = [0, 1, 2].map(() => privateChain(chain)) as [
      ReturnType<typeof privateChain>,
      ReturnType<typeof privateChain>,
      ReturnType<typeof privateChain>,
    ]
    const [first, second, third] = chains
    await second.join(first)
    await third.join(second)
    await first.join(third)
    const endpoints = chains.map((each, index) => new MovableEndpoint(`e${index}`, each))
    for (const endpoint of endpoints) {
      const [block] = (await endpoint.mine(1, { secondsBetween: 50 })) as [SealedBlock]
      for (const other of endpoints) expect(other.blockByHash(block.hash)).toBe(block)
    }
  })
})
