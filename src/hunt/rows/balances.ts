import type { KnownTable } from './expectation.ts'
import { transfers } from './transfers.ts'

const ZERO = `0x${'00'.repeat(20)}`

export const balances: KnownTable = {
  name: 'balances',
  summary:
    'a row for each account of an ERC-20 token, with the sum of its transfers; sums of zero, and the zero address, do not count',
  columns: { address: 'bytes', account: 'bytes', value: 'number' },
  keys: ['account'],
  rows(blocks) {
    const sums = new Map<string, bigint>()
    const add = (address: unknown, account: unknown, value: bigint): void => {
      const key = `${address} ${account}`
      sums.set(key, (sums.get(key) ?? 0n) + value)
    }
    for (const { address, from, to, value } of transfers.rows(blocks)) {
      add(address, from, -BigInt(value ?? 0))
      add(address, to, BigInt(value ?? 0))
    }
    return [...sums]
      .map(([key, value]) => {
        const [address = '', account = ''] = key.split(' ')
        return { address, account, value: `${value}` }
      })
      .filter(({ account, value }) => value !== '0' && account !== ZERO)
  },
}
