// @vitest-environment happy-dom
import { h, render } from 'preact'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { App } from '../../src/explorer/app.tsx'
import { FakeChain, hashOf } from './support/fakeChain.ts'
import { FakeServer, type Methods, settle } from './support/fakeServer.ts'
import { sessionOf } from './support/sessionOf.ts'

// The list of contracts.
vi.stubGlobal('fetch', async () => Response.json([]))

afterEach(() => {
  location.hash = ''
})

/** The page, as it shows the chain of a server. */
async function open(methods: Methods) {
  const server = new FakeServer(methods)
  const session = sessionOf(server)
  const root = document.createElement('div')
  document.body.append(root)
  render(h(App, { session }), root)
  onTestFinished(() => {
    render(null, root)
    root.remove()
  })
  server.accept()
  await shown()
  const drawing = root.querySelector<HTMLElement>('[role=listbox]')
  return {
    server,
    session,
    root,
    press: async (key: string) => {
      drawing?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
      await shown()
    },
    selected: () => labelOf(root.querySelector('[aria-selected=true]')),
    labels: () => [...root.querySelectorAll('[role=option]')].map(labelOf),
  }
}

/** The label of a block without its hash. */
function labelOf(element: Element | null): string | undefined {
  return element?.getAttribute('aria-label')?.replace(/ 0x[^,]*/, '')
}

/** Preact renders after the current task. */
async function shown(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await settle()
}

describe('the tree', () => {
  it('shows the blocks of the chain with their flags', async () => {
    const { labels, root } = await open(new FakeChain(5).methods())
    expect(labels()).toEqual([
      'Block 0, canonical',
      'Block 1, canonical',
      'Block 2, canonical',
      'Block 3, canonical',
      'Block 4, canonical',
      'Block 5, canonical, head',
    ])
    const label = root.querySelector('[role=option]')?.getAttribute('aria-label')
    expect(label).toMatch(/^Block 0 0x6d6…000 0 tx, canonical/)
    expect(root.querySelector('.tag-head')?.textContent).toBe('head 5')
  })

  it('shows a reorg when it happens', async () => {
    const chain = new FakeChain(5)
    const { server, labels, root } = await open(chain.methods())
    server.notify('ommer_headMoves', chain.reorg(2, 3, 'b'))
    await shown()
    expect(labels()).toContain('Block 6, canonical, head')
    expect(labels()).toContain('Block 5, side branch')
    expect(root.querySelector('.event')?.textContent).toMatch(
      'Reorg 2 blocks left the chain, 3 joined. The head is block 6.',
    )
  })

  it('draws a bounded part of a long chain', async () => {
    const { server, press, labels, root } = await open(new FakeChain(3_000).methods())
    expect(server.messages.length).toBeLessThanOrEqual(40)
    for (let count = 0; count < 30; count += 1) await press('-')
    expect(labels().length).toBeLessThan(300)
    expect(root.querySelectorAll('*').length).toBeLessThan(1_500)
  })

  it('goes along the chain with keys', async () => {
    const { press, selected } = await open(new FakeChain(200).methods())
    expect(selected()).toMatch('Block 200, canonical, head')
    await press('ArrowLeft')
    expect(selected()).toMatch('Block 199,')
    await press('Home')
    expect(selected()).toMatch('Block 0,')
    await press('ArrowRight')
    expect(selected()).toMatch('Block 1,')
    await press('End')
    expect(selected()).toMatch('Block 200,')
    await press('PageUp')
    expect(selected()).not.toMatch('Block 200,')
    await press('Enter')
    expect(location.hash).toMatch(/^#\/block\/0x/)
  })

  it('marks the selected block for screen readers, also after it has moved', async () => {
    const chain = new FakeChain(5)
    const { server, press, root } = await open(chain.methods())
    await press('ArrowLeft')
    server.notify('ommer_headMoves', chain.reorg(2, 3, 'b'))
    await shown()
    const id = root.querySelector('[role=listbox]')?.getAttribute('aria-activedescendant')
    expect(id).toBe(`block-${hashOf('main', 4)}`)
    expect(root.querySelector(`#${id}`)?.getAttribute('aria-label')).toMatch('side branch')
  })
})

describe('moving the head', () => {
  const movable = (chain: FakeChain, calls: unknown[]): Methods => ({
    ...chain.methods({ dev: true }),
    ommer_reorg: (options: unknown) => {
      calls.push(options)
      return []
    },
  })

  it('reorganizes to the block that was chosen with keys', async () => {
    const calls: unknown[] = []
    const { press, root } = await open(movable(new FakeChain(5), calls))
    await press('ArrowLeft')
    await press('ArrowLeft')
    await press('m')
    expect(root.querySelector('dialog')?.textContent).toMatch('Move the head to block 3')
    root.querySelector('dialog form')?.dispatchEvent(new Event('submit', { cancelable: true }))
    await shown()
    expect(calls).toEqual([{ depth: 2, length: 3 }])
    expect(root.querySelector('dialog')).toBeNull()
    expect(root.querySelector('.own-move')?.textContent).toMatch(
      'ommer_reorg({"depth":2,"length":3})',
    )
  })

  it('says what the server answered when it refuses', async () => {
    const chain = new FakeChain(5)
    const { press, root } = await open({
      ...chain.methods({ dev: true }),
      ommer_reorg: () => {
        throw { code: -32000, message: 'depth: 1 would remove block 5, which is finalized' }
      },
    })
    await press('ArrowLeft')
    await press('m')
    root.querySelector('dialog form')?.dispatchEvent(new Event('submit', { cancelable: true }))
    await shown()
    expect(root.querySelector('dialog [role=alert]')?.textContent).toMatch('which is finalized')
  })

  it('is not offered without permission', async () => {
    const { press, root } = await open(new FakeChain(5).methods())
    await press('ArrowLeft')
    await press('m')
    expect(root.querySelector('dialog')).toBeNull()
    expect(root.textContent).not.toMatch('Move head here')
    expect(root.querySelector('[data-flag]')).toBeNull()
  })
})

describe('the frame', () => {
  it('says that the connection is lost, and connects again when asked to', async () => {
    const { server, root } = await open(new FakeChain(5).methods())
    server.drop()
    await shown()
    expect(root.querySelector('.notice')?.textContent).toMatch(
      'The connection to the server was lost',
    )
    root.querySelector<HTMLButtonElement>('.notice button')?.click()
    server.accept()
    await shown()
    expect(root.querySelector('.notice')).toBeNull()
  })

  it('shows text from the server as text', async () => {
    const { root } = await open({
      ommer_explorer: () => {
        throw { code: -32603, message: '<img src=x onerror=alert(1)>' }
      },
    })
    expect(root.querySelector('img')).toBeNull()
    expect(root.textContent).toMatch('<img src=x onerror=alert(1)>')
  })

  it('goes to what was searched', async () => {
    const { root } = await open(new FakeChain(5).methods())
    const field = root.querySelector<HTMLInputElement>('[name=query]')
    const search = async (text: string) => {
      if (field !== null) field.value = text
      root.querySelector('.search form')?.dispatchEvent(new Event('submit', { cancelable: true }))
      await shown()
    }
    await search('safe')
    expect(root.querySelector('.search-problem')?.textContent).toBe(
      'This chain has no safe block yet. Open the head, block 5',
    )
    await search('4')
    expect(location.hash).toBe('#/block/4')
  })
})
