// @vitest-environment happy-dom
import { h } from 'preact'
import { expect, it, vi } from 'vitest'
import { AddressLink } from '../../../src/explorer/views/components.tsx'
import { FakeChain } from '../support/fakeChain.ts'
import { showView } from '../support/showView.ts'

const counter = `0x${'ab'.repeat(20)}`
const other = `0x${'cd'.repeat(20)}`

vi.stubGlobal('fetch', async () => Response.json([]))

/** Links to two addresses, of a server that knows some artifacts. */
function showLinks(artifacts: number) {
  const asked = vi.fn((addresses: readonly string[]) => ({
    artifacts: [{ name: 'Counter', abi: [{ type: 'function', name: 'count', inputs: [] }] }],
    contracts: addresses.map((each) => (each === counter ? 0 : null)),
  }))
  const draw = () => [h(AddressLink, { address: counter }), h(AddressLink, { address: other })]
  const root = showView(draw, {
    ...new FakeChain(1).methods({ artifacts }),
    eth_accounts: () => [],
    ommer_contracts: asked,
  })
  return { root, asked }
}

it('names contracts by artifacts, and asks for all at once', async () => {
  const { root, asked } = showLinks(3)
  await vi.waitFor(() => expect(root.textContent).toContain('Counter'), 60_000)
  expect(asked.mock.calls).toEqual([[[counter, other]]])
  expect(root.querySelectorAll('.foreign')).toHaveLength(1)
})

it('asks for nothing if the server has no artifacts', async () => {
  const { root, asked } = showLinks(0)
  await vi.waitFor(() => expect(root.textContent).toContain('0xabab…abab'), 60_000)
  await new Promise((resolve) => setTimeout(resolve))
  expect(asked).not.toHaveBeenCalled()
})
