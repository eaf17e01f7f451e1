import { expect, it } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import { Overlay } from '../../../src/chain/private/overlay.ts'
import { MovableEndpoint } from '../../support/movableEndpoint.ts'

const spec = { seed: 'overlay', blocks: 4, preset: 'latest' } as const

it('adds nothing to a chain, which has the blocks that endpoints build', async () => {
  const chain = await createChain(spec)
  const [one, other] = ['a', 'b'].map((key) => new MovableEndpoint(key, new Overlay(chain)))
  const built = await one?.reorg({ depth: 2 })
  expect(await other?.reorg({ depth: 2 })).toEqual(built)
  expect(other?.head).toBe(one?.head)
  for (const { hash } of built ?? []) {
    expect(chain.blockByHash(hash)?.hash).toBe(hash)
    expect(one?.chain.isOwn(hash)).toBe(false)
  }
  expect(one?.chain.tree).toBe(chain.tree)
  expect(one?.chain.memory.bytes).toBe(0)
})

it('refuses states by hand', async () => {
  const chain = await createChain(spec)
  const endpoint = new MovableEndpoint('a', new Overlay(chain))
  await expect(endpoint.alterState({ names: [], apply: (state) => state })).rejects.toMatchObject({
    code: 'NOT_WRITABLE',
  })
})
