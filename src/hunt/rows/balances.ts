import type { KnownTable } from './expectation.ts'
import { transfers } from './transfers.ts'

const ZERO = `0x${'00'.repeat(20)}`

export const balances: KnownTable = {
  name: 'balances',
  summary:
    'a row for each account of an ERC-20 token, with the sum of its transfers; sums of zero, and the zero address, do not count',
  columns: { chain_id: 'number', address: 'bytes', account: 'bytes', value: 'number' },
  keys: ['account'],
  rows(chains) {
    const sums = new Map<string, bigint>()
    const add = (chain: unknown, address: unknown, account: unknown, value: bigint): void => {
      const key = `${chain} ${address} ${account}`
      sums.set(key, (sums.get(key) ?? 0n) + value)
    }
    for (const { chain_id, address, from, to, value } of transfers.rows(chains)) {
      add(chain_id, address, from, -BigInt(value ?? 0))
      add(chain_id, address, to, BigInt(value ?? 0))
    }
    return [...sums]
      .map(([key, value]) => {
        const [chain_id = '', address = '', account = ''] = key.split(' ')
        return { chain_id, address, account, value: `${value}` }
      })
      .filter(({ account, value }) => value !== '0' && account !== ZERO)
  },
}
