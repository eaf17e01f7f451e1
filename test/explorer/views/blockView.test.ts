// @vitest-environment happy-dom
import { type ComponentChildren, h } from 'preact'
import { describe, expect, it, vi } from 'vitest'
import { AddressView } from '../../../src/explorer/views/addressView.tsx'
import { BlockView } from '../../../src/explorer/views/blockView.tsx'
import type { Methods } from '../support/fakeServer.ts'
import { hash, rpcBlock, zero } from '../support/rpcBlock.ts'
import { showView } from '../support/showView.ts'

const HOSTILE = '<img src=x onerror="window.hit=1">\u202eevil'
const SHOWN = '<img src=x onerror="window.hit=1">\\u{202e}evil'
const address = `0x${'ab'.repeat(20)}`

const block = { ...rpcBlock, extraData: `0x${Buffer.from(HOSTILE).toString('hex')}` }

const token = {
  address,
  role: 'token',
  name: HOSTILE,
  symbol: HOSTILE,
  deployedAt: 0,
  abi: [{ type: 'function', name: HOSTILE, inputs: [], outputs: [], stateMutability: 'view' }],
}

const methods: Methods = {
  eth_getBlockByHash: () => block,
  eth_getBlockByNumber: (number) => (number === ('0x1' as never) ? block : null),
  eth_getBlockReceipts: () => [],
  eth_getBalance: () => '0xde0b6b3a7640000',
  eth_getTransactionCount: () => '0x1',
  eth_getCode: () => '0x6001',
  eth_getStorageAt: () => zero,
  eth_getLogs: () => [],
  eth_accounts: () => [],
}

vi.stubGlobal('fetch', async (url: string) =>
  Response.json(url.includes('/contracts') ? [token] : { control: undefined }),
)

const show = (draw: () => ComponentChildren, answers = methods) => showView(draw, answers)

describe('the pending block', () => {
  it.each([null, '0x1'])('is named so when its number is %j', async (number) => {
    const pending = { ...block, number, hash: number && hash }
    const root = show(() => h(BlockView, { route: { view: 'block', block: 'pending' } }), {
      ...methods,
      eth_getBlockByNumber: () => pending,
    })
    await vi.waitFor(() => expect(root.querySelector('h1')?.textContent).toBe('Pending block'))
    expect(root.querySelector('.steps')).toBeNull()
  })
})

describe('what others wrote', () => {
  it('stays text in a block', async () => {
    const root = show(() => h(BlockView, { route: { view: 'block', block: hash } }))
    await vi.waitFor(() => expect(root.querySelector('h1')?.textContent).toBe('Block 1'))
    const texts = [...root.querySelectorAll('bdi')].map((each) => each.textContent)
    expect(texts).toContain(SHOWN)
    await vi.waitFor(() => expect(root.querySelector('.address bdi')).not.toBeNull())
    expect(root.querySelector('img')).toBeNull()
    expect(root.textContent).not.toContain('\u202e')
  })

  it('stays text in a contract', async () => {
    const root = show(() => h(AddressView, { route: { view: 'address', address } }))
    await vi.waitFor(() => expect(root.querySelector('h1 bdi')?.textContent).toBe(SHOWN))
    expect(root.querySelector('summary bdi')?.textContent).toBe(SHOWN)
    expect(root.querySelector('img')).toBeNull()
    const outside = root.cloneNode(true) as HTMLElement
    for (const code of outside.querySelectorAll('pre')) code.remove()
    expect(outside.textContent).not.toContain('\u202e')
  })
})
