// @vitest-environment happy-dom
import { h } from 'preact'
import { expect, it, vi } from 'vitest'
import { WriteFunctions } from '../../../src/explorer/views/writeFunctions.tsx'
import { FakeChain } from '../support/fakeChain.ts'
import type { Methods } from '../support/fakeServer.ts'
import { showView } from '../support/showView.ts'

const address = `0x${'ab'.repeat(20)}`
const account = `0x${'cd'.repeat(20)}`
const hash = `0x${'12'.repeat(32)}`
const abi = [
  {
    type: 'function',
    name: 'pay',
    inputs: [{ name: 'times', type: 'uint256' }],
    stateMutability: 'payable',
  },
  { type: 'function', name: 'stop', inputs: [], stateMutability: 'nonpayable' },
  { type: 'function', name: 'look', inputs: [], stateMutability: 'view' },
]

vi.stubGlobal('fetch', async () => Response.json([]))

function show(methods: Methods, dev = true): HTMLElement {
  return showView(() => h(WriteFunctions, { address, abi }), {
    ...new FakeChain(1).methods({ dev }),
    eth_accounts: () => [account],
    ...methods,
  })
}

/** Types into the form of the first function, sends it, and returns what it answers. */
async function send(root: HTMLElement, times: string, value: string): Promise<string | null> {
  await vi.waitFor(() => expect(root.querySelector('form')).not.toBeNull())
  const form = root.querySelector('form') as HTMLFormElement
  const type = (name: string, text: string) => {
    ;(form.elements.namedItem(name) as HTMLInputElement).value = text
  }
  type('argument 0', times)
  type('value', value)
  form.dispatchEvent(new Event('submit', { cancelable: true }))
  const status = root.querySelector('[role=status]') as HTMLElement
  await vi.waitFor(() => expect(status.textContent).not.toBe(''))
  return status.querySelector('p')?.textContent ?? null
}

it('sends what was typed, and shows the transaction', async () => {
  const sent: unknown[] = []
  const root = show({
    eth_sendTransaction: (transaction: unknown) => {
      sent.push(transaction)
      return hash
    },
    eth_getTransactionReceipt: () => ({ status: '0x1' }),
  })
  expect(await send(root, '3', '0.5')).toBe('succeeded 0x1212…1212')
  const data = `0xc290d691${'3'.padStart(64, '0')}`
  expect(sent).toEqual([{ from: account, to: address, data, value: '0x6f05b59d3b20000' }])
  const names = [...root.querySelectorAll('summary')].map(({ textContent }) => textContent)
  expect(names).toEqual(['pay', 'stop'])
})

it.each([
  ['x', '0', 'times: want a whole number'],
  ['1', 'much', 'value: want an amount of ether, such as 0.5'],
])('refuses %s times %s ether without asking the server', async (times, value, problem) => {
  const asked = vi.fn()
  const root = show({ eth_sendTransaction: asked })
  expect(await send(root, times, value)).toBe(problem)
  expect(asked).not.toHaveBeenCalled()
})

it('says why the server has refused', async () => {
  const data = `0x08c379a0${'20'.padStart(64, '0')}${'4'.padStart(64, '0')}${Buffer.from('late').toString('hex').padEnd(64, '0')}`
  const root = show({
    eth_sendTransaction: () => {
      throw { code: 3, message: 'execution reverted', data }
    },
  })
  expect(await send(root, '1', '')).toBe('execution reverted: Error("late")')
})

it('is not there for a page that may change nothing', async () => {
  const root = show({}, false)
  await new Promise((resolve) => setTimeout(resolve))
  expect(root.textContent).toBe('')
})
