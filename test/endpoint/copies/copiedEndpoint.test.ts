import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Chain } from '../../../src/chain/chain.ts'
import { createChain } from '../../../src/chain/createChain.ts'
import type { SealedBlock } from '../../../src/chain/encoding/block.ts'
import { decodeBlock } from '../../../src/chain/encoding/decode.ts'
import { CopiedEndpoint } from '../../../src/endpoint/copies/copiedEndpoint.ts'
import { canBeCopied, positionOf } from '../../../src/endpoint/copies/position.ts'
import { setFaultPlan } from '../../../src/faults/endpointFaults.ts'
import { FaultPlan } from '../../../src/faults/faultPlan.ts'
import { MovableEndpoint } from '../../support/movableEndpoint.ts'
import { arbitraryMove, performRandom } from '../../support/randomMoves.ts'

const spec = { seed: 'copies', blocks: 8, transactionsPerBlock: [1, 3] } as const
const chain = await createChain(spec)
/** As another process has it. */
const otherChain = await createChain(spec)

const noReports = { add() {}, changeInFlight() {} }

/** Sends an endpoint's position to a copy, as to another process. */
class Copier {
  readonly copy: CopiedEndpoint
  readonly #endpoint: MovableEndpoint
  #sent: readonly SealedBlock[] = []

  constructor(endpoint: MovableEndpoint, other: Chain = otherChain) {
    this.#endpoint = endpoint
    this.copy = new CopiedEndpoint('copy', other, noReports)
  }

  /** @returns how many blocks it has sent */
  send(): number {
    const position = positionOf(this.#endpoint, this.#sent)
    this.#sent = [...(this.#endpoint.fromMain?.own ?? [])]
    this.copy.take(structuredClone(position))
    return position.blocks.length
  }
}

const plain = (block: SealedBlock | undefined) => block && decodeBlock(block)

it('reads the same canonical blocks as the endpoint after any moves, and builds none', async () => {
  const { producer } = otherChain
  Object.assign(otherChain, {
    producer: () => {
      throw new Error('it builds a block')
    },
  })
  await fc.assert(
    fc.asyncProperty(fc.array(arbitraryMove, { minLength: 1, maxLength: 8 }), async (moves) => {
      const endpoint = new MovableEndpoint('original', chain)
      const copier = new Copier(endpoint)
      const hashes = new Set<`0x${string}`>()
      for (const move of moves) {
        await performRandom(endpoint, move)
        copier.send()
        const view = copier.copy.view as NonNullable<CopiedEndpoint['view']>
        expect(plain(view.head)).toEqual(plain(endpoint.head))
        for (let number = 0; number <= endpoint.head.number + 1; number++) {
          const block = endpoint.blockByNumber(number)
          expect(plain(view.blockByNumber(number))).toEqual(plain(block))
          for (const { hash } of plain(block)?.transactions ?? []) hashes.add(hash)
        }
        for (const tag of ['latest', 'earliest', 'safe', 'finalized'] as const) {
          expect(view.blockByTag(tag)?.hash).toBe(endpoint.blockByTag(tag)?.hash)
        }
        for (const hash of hashes) {
          const [found, wanted] = [view, endpoint].map((each) => each.transactionByHash(hash))
          expect(found?.block.hash).toBe(wanted?.block.hash)
          expect(found?.index).toBe(wanted?.index)
        }
      }
    }),
    { numRuns: 20 },
  )
  Object.assign(otherChain, { producer })
})

it('is sent only the blocks that it does not have', async () => {
  const endpoint = new MovableEndpoint('a', chain)
  const copier = new Copier(endpoint)
  expect(copier.send()).toBe(0)
  await endpoint.mine(5)
  expect(copier.send()).toBe(5)
  await endpoint.mine(2)
  expect(copier.send()).toBe(2)
  expect(copier.send()).toBe(0)
  await endpoint.reorg({ depth: 3, length: 4 })
  expect(copier.send()).toBe(4)
  expect(copier.copy.view?.head.number).toBe(endpoint.head.number)
})

it('finds by hash only blocks of its canonical chain', async () => {
  const endpoint = new MovableEndpoint('a', chain)
  const copier = new Copier(endpoint)
  const [first] = await endpoint.mine(2)
  copier.send()
  const before = copier.copy.view
  await endpoint.reorg({ depth: 2 })
  copier.send()
  const { hash } = first as SealedBlock
  expect(before?.blockByHash(hash)?.number).toBe(9)
  expect(copier.copy.view?.blockByHash(hash)).toBeUndefined()
  expect(copier.copy.view?.blockByHash(endpoint.head.hash)?.number).toBe(11)
  endpoint.moveTo(3)
  copier.send()
  const above = chain.tree.byNumber(4) as SealedBlock
  expect(copier.copy.view?.blockByHash(above.hash)).toBeUndefined()
})

it('knows nothing from the moment that it is invalid, and until its chain is long enough', async () => {
  const longer = await createChain({ ...spec, blocks: 9 })
  const shorter = await createChain(spec)
  const copier = new Copier(new MovableEndpoint('a', longer), shorter)
  copier.send()
  expect(copier.copy.view).toBeUndefined()
  await shorter.extend(1)
  expect(copier.copy.view?.head.number).toBe(9)
  copier.copy.invalidate()
  expect(copier.copy.view).toBeUndefined()
})

it('is not made of endpoints with faults, of those that follow another one, and of closed ones', async () => {
  const endpoint = new MovableEndpoint('a', chain)
  expect(canBeCopied(endpoint)).toBe(true)
  setFaultPlan(endpoint, new FaultPlan([], { seed: 1, key: 'a', log: undefined }))
  expect(canBeCopied(endpoint)).toBe(false)
  setFaultPlan(endpoint, undefined)
  endpoint.lag = { behind: new MovableEndpoint('b', chain), by: 1 }
  expect(canBeCopied(endpoint)).toBe(false)
  await endpoint.mine(1)
  expect(canBeCopied(endpoint)).toBe(true)
  endpoint.close()
  expect(canBeCopied(endpoint)).toBe(false)
})
