import { expect, it } from 'vitest'
import type { Chain } from '../../src/chain/chain.ts'
import { createChain } from '../../src/chain/createChain.ts'
import type { ForkPin } from '../../src/chain/forkPin.ts'
import { createFork } from '../../src/createFork.ts'
import { agreeOnFork } from '../../src/group/agreeOnFork.ts'
import { serve } from '../../src/serve.ts'
import { SharedMemory, SharedStore } from '../support/group/sharedStore.ts'

it('forks at the block of the member that was first, also of two that begin at once', async () => {
  const origin = await createChain({ preset: 'latest', blocks: 9 })
  const network = await serve(origin, { port: 0 })
  const shared = new SharedMemory()
  const opened: (number | undefined)[] = []
  /** A member whose node has this block as its newest. */
  const fork = (newest: number): Promise<Chain | undefined> =>
    agreeOnFork(new SharedStore(shared), (pin?: ForkPin) => {
      opened.push(pin?.number)
      return createFork({ rpc: network.url, block: pin === undefined ? newest : 'latest', pin })
    })
  const [first, second] = await Promise.all([fork(6), fork(8)])
  const late = await fork(9)
  const { number } = shared.pin as ForkPin
  expect([6, 8]).toContain(number)
  for (const chain of [first, second, late]) expect(chain?.tree.first.number).toBe(number)
  expect(opened).toEqual([undefined, undefined, number, number])
  expect(late?.forkPin).toEqual(first?.forkPin)
  await network.close()
})
