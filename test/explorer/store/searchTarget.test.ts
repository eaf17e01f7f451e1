// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { searchTarget } from '../../../src/explorer/store/searchTarget.ts'
import type { Session } from '../../../src/explorer/store/session.ts'
import { FakeChain } from '../support/fakeChain.ts'
import { FakeServer, type Methods } from '../support/fakeServer.ts'
import { sessionOf } from '../support/sessionOf.ts'

const hash = `0x${'12'.repeat(32)}`

/** A session whose chain has the head 3. */
async function openSession(methods: Methods = {}): Promise<Session> {
  const nothing = { eth_getBlockByHash: () => null, ommer_transaction: () => null }
  const server = new FakeServer({ ...new FakeChain(3).methods(), ...nothing, ...methods })
  const session = sessionOf(server)
  server.accept()
  await vi.waitFor(() => expect(session.head.value?.number).toBe(3))
  return session
}

it.each([
  ['2', { view: 'block', block: '2' }],
  ['0x2', { view: 'block', block: '2' }],
  ['earliest', { view: 'block', block: '0' }],
  [`0x${'AB'.repeat(20)}`, { view: 'address', address: `0x${'ab'.repeat(20)}` }],
])('%s leads to a page', async (text, route) => {
  expect(await searchTarget(text, await openSession())).toEqual({ route })
})

it.each([
  ['9', 'There is no block 9 yet.', 'Open the head, block 3', { view: 'block', block: '3' }],
  [
    'safe',
    'This chain has no safe block yet.',
    'Open the head, block 3',
    { view: 'block', block: '3' },
  ],
  [
    hash,
    'No block and no transaction has this hash.',
    'See what clients have sent',
    { view: 'requests' },
  ],
  ['Nobody', 'Nothing is named Nobody.', 'Show the chain', { view: 'tree' }],
  [
    `0x${'12'.repeat(19)}`,
    'This has 38 digits: an address has 40, a hash 64.',
    'Show the chain',
    { view: 'tree' },
  ],
])('%s leads nowhere, and says what to do', async (text, problem, action, route) => {
  const next = { text: action, route }
  expect(await searchTarget(text, await openSession())).toEqual({ problem, next })
})

it('finds a transaction that no block of the chain has any more', async () => {
  const session = await openSession({ ommer_transaction: () => ({ state: 'removed' }) })
  expect(await searchTarget(hash, session)).toEqual({ route: { view: 'transaction', hash } })
})
