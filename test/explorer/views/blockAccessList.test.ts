// @vitest-environment happy-dom
import { h } from 'preact'
import { expect, it, vi } from 'vitest'
import { BlockView } from '../../../src/explorer/views/blockView.tsx'
import { Logs } from '../../../src/explorer/views/logs.tsx'
import type { RpcLog } from '../../../src/explorer/views/rpcTypes.ts'
import type { Methods } from '../support/fakeServer.ts'
import { hash, rpcBlock } from '../support/rpcBlock.ts'
import { showView } from '../support/showView.ts'

const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`
const [payer, payee] = [`0x${'aa'.repeat(20)}`, `0x${'bb'.repeat(20)}`]

const transaction = {
  hash: word(0xabc),
  blockHash: hash,
  blockNumber: '0x1',
  transactionIndex: '0x0',
  from: payer,
  to: payee,
  value: '0x7',
  input: '0x',
  nonce: '0x0',
  gas: '0x31f38',
}

const block = {
  ...rpcBlock,
  gasUsed: '0x2cd30',
  blockAccessListHash: word(0xba1),
  slotNumber: '0x5',
  transactions: [transaction],
}

const untouched = {
  storageChanges: [],
  storageReads: [],
  balanceChanges: [],
  nonceChanges: [],
  codeChanges: [],
}

const accessList = [
  {
    ...untouched,
    address: payer,
    balanceChanges: [{ index: '0x1', value: '0xde0b6b3a7640000' }],
    nonceChanges: [{ index: '0x1', value: '0x1' }],
  },
  {
    ...untouched,
    address: payee,
    storageChanges: [{ key: word(3), changes: [{ index: '0x2', value: word(0x99) }] }],
    storageReads: [0, 1, 2, 4, 5, 6].map(word),
    codeChanges: [{ index: '0x1', code: '0x600100' }],
  },
]

const methods: Methods = {
  eth_getBlockByHash: () => block,
  eth_getBlockByNumber: () => block,
  eth_getBlockReceipts: () => [
    { transactionHash: transaction.hash, gasUsed: '0x31f38', status: '0x1', logs: [] },
  ],
  eth_getBlockAccessList: () => accessList,
  eth_accounts: () => [],
}

vi.stubGlobal('fetch', async (url: string) =>
  Response.json(url.includes('/contracts') ? [] : { control: undefined }),
)

const showBlock = (served: Methods) =>
  showView(() => h(BlockView, { route: { view: 'block', block: hash } }), served)

const textsOf = (row: Element) => [...row.children].map(({ textContent }) => textContent)

it('shows a row for each account of the access list', async () => {
  const root = showBlock(methods)
  await vi.waitFor(() => expect(root.querySelector('[aria-label="Access list"]')).not.toBeNull())
  const section = root.querySelector('[aria-label="Access list"]')
  expect(section?.querySelector('h2')?.textContent).toBe('Access list 2 accounts')
  expect([...(section?.querySelectorAll('tbody tr') ?? [])].map(textsOf)).toEqual([
    ['0xaaaa…aaaa', '1: 1 ether', '1: 1', '', '', ''],
    ['0xbbbb…bbbb', '', '', '1: 3 bytes', '2: 0x3 = 0x99', '0x00x10x20x40x5and 1 more'],
  ])
})

it('shows the gas of a block beside that of its receipts', async () => {
  const root = showBlock(methods)
  await vi.waitFor(() => expect(root.textContent).toContain('Gas of receipts'))
  const facts = [...root.querySelectorAll('dt')].map((name) => [
    name.textContent,
    name.nextElementSibling?.textContent?.trim(),
  ])
  expect(facts).toContainEqual(['Gas used', '183,600 of 60,000,000 (0.3 %)'])
  expect(facts).toContainEqual(['Gas of receipts', '204,600'])
  expect(facts).toContainEqual(['Slot', '5'])
})

it('says why there is no access list', async () => {
  const pruned = () => {
    throw { code: 4444, message: 'Pruned history unavailable' }
  }
  const root = showBlock({ ...methods, eth_getBlockAccessList: pruned })
  await vi.waitFor(() => expect(root.textContent).toContain('Pruned history unavailable'))
})

it('tells transfers of ether apart from those of tokens', () => {
  const topics = [
    '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
    `0x${'00'.repeat(12)}${'aa'.repeat(20)}`,
    `0x${'00'.repeat(12)}${'bb'.repeat(20)}`,
  ]
  const shared = { topics, blockNumber: '0x1', transactionHash: transaction.hash }
  const ether = `0x${'ff'.repeat(19)}fe`
  const logs: RpcLog[] = [
    { ...shared, address: ether, data: word(10 ** 12), logIndex: '0x0' },
    { ...shared, address: payee, data: word(7), logIndex: '0x1' },
  ]
  const root = showView(() => h(Logs, { logs, empty: '' }), methods)
  expect(root.querySelector('h2')?.textContent).toBe('Logs 2 logs, 1 transfer of ether')
  const [transfer, token] = [...root.querySelectorAll('li')].map(({ textContent }) => textContent)
  expect(transfer).toBe('log 0 of the protocol0.000001 ether from 0xaaaa…aaaa to 0xbbbb…bbbb')
  expect(token).toContain('log 1 of 0xbbbb…bbbb')
  expect(token).toContain('topic 0')
})
