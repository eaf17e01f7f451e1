import { type Hex, toHex, toQuantity } from '../../../../../src/primitives/hex.ts'
import type { Random } from '../../../../../src/primitives/random.ts'
import type { StateRequest } from '../request.ts'

/** The methods about the head that do not depend on what a node was asked before. */
export function* headRequests(): Generator<StateRequest> {
  for (const method of ['eth_baseFee', 'eth_blobBaseFee', 'eth_config', 'eth_capabilities']) {
    yield { method, params: [] }
  }
}

/** The fees that geth suggests, which it computes from the price that it suggested last if blocks are empty. */
export function* suggestedFees(): Generator<StateRequest> {
  for (const method of ['eth_maxPriorityFeePerGas', 'eth_gasPrice']) yield { method, params: [] }
}

/**
 * Transactions that lack the gas, some of the fees, or what a transaction must have; but not the nonce, which in geth
 * is that of its pool, and here that of the pending block.
 *
 * @param accounts that have funds, at least two
 * @param isFresh whether geth suggests a tip that does not depend on what it was asked before
 */
export function* filledTransactions(
  accounts: readonly Hex[],
  random: Random,
  isFresh: boolean,
): Generator<StateRequest> {
  const transaction = {
    from: random.pick(accounts),
    to: random.pick(accounts),
    nonce: toQuantity(random.below(300)),
    value: toQuantity(random.below(1000)),
  }
  const { to: _, ...creation } = transaction
  const gasPrice = toQuantity(10n ** 12n)
  const fees = { maxFeePerGas: gasPrice, maxPriorityFeePerGas: '0x7' }
  const blobVersionedHashes = [`0x01${toHex(random.bytes(31)).slice(2)}`]
  const accessList = [{ address: random.pick(accounts), storageKeys: [toHex(random.bytes(32))] }]
  const authorization = {
    chainId: '0x0',
    address: random.pick(accounts),
    nonce: '0x1',
    yParity: '0x1',
    r: '0x3',
    s: '0x4',
  }
  const authorizationList = [authorization]
  const complete = [
    { ...transaction, gasPrice },
    { ...transaction, gasPrice, chainId: '0x1' },
    { ...transaction, gasPrice: '0x0' },
    { ...transaction, gasPrice, maxFeePerGas: gasPrice },
    { ...transaction, gasPrice, authorizationList },
    { ...transaction, ...fees, input: toHex(random.bytes(40)) },
    { ...transaction, ...fees, data: '0x12', input: '0x13' },
    { ...transaction, ...fees, accessList, gas: '0x12345' },
    { ...transaction, ...fees, blobVersionedHashes },
    { ...transaction, ...fees, blobVersionedHashes, maxFeePerBlobGas: '0x3b9aca00' },
    { ...transaction, ...fees, maxFeePerBlobGas: '0x0' },
    { ...transaction, ...fees, blobVersionedHashes: [] },
    { ...transaction, ...fees, authorizationList, gas: '0x12345' },
    { ...transaction, ...fees, authorizationList },
    { ...transaction, maxFeePerGas: '0x0', maxPriorityFeePerGas: '0x0' },
    { ...transaction, maxFeePerGas: '0x6', maxPriorityFeePerGas: '0x7' },
    { ...transaction, ...fees, value: `0x${'f'.repeat(64)}` },
    { ...creation, ...fees },
    { ...creation, ...fees, input: '0x6000' },
    { ...creation, ...fees, input: '0x5f5ffd' },
    { ...creation, ...fees, input: '0x6000', blobVersionedHashes },
  ]
  const needTip = [transaction, { ...transaction, maxFeePerGas: gasPrice }]
  for (const params of [...complete, ...(isFresh ? needTip : [])]) {
    yield { method: 'eth_fillTransaction', params: [params] }
  }
  // The tip is given, but before London a gas price would be suggested.
  yield {
    method: 'eth_fillTransaction',
    params: [{ ...transaction, maxPriorityFeePerGas: '0x7' }],
  }
}

/** Histories of fees up to a block. */
export function* feeHistories(number: number, random: Random): Generator<StateRequest> {
  const last = toQuantity(number)
  const percentiles = [
    [],
    [50],
    [0, 25, 50, 75, 100],
    [0.5, 33.33, 99.999],
    Array.from({ length: 8 }, () => random.between(0, 10_000) / 100).sort((a, b) => a - b),
  ]
  const counts = [1, 2, random.between(1, 40), 1024, random.between(1, 2000)]
  for (const count of counts.slice(0, 3)) {
    const method = 'eth_feeHistory'
    yield { method, params: [toQuantity(count), last, random.pick(percentiles)] }
    yield { method, params: [random.pick([count, String(count)]), last, []] }
  }
  yield { method: 'eth_feeHistory', params: [toQuantity(random.pick(counts)), last] }
}

/** Histories of fees up to tags, and with wrong arguments. */
export function* specialFeeHistories(
  head: number,
  tags: readonly string[],
): Generator<StateRequest> {
  const method = 'eth_feeHistory'
  for (const tag of tags) yield { method, params: ['0x5', tag, [10, 90]] }
  const latest: readonly (readonly unknown[])[] = [
    ['0x0', 'latest', [50]],
    ['0x1', toQuantity(head + 1), [50]],
    ['0x1', 'latest', [50, 50]],
    ['0x1', 'latest', [50, 40]],
    ['0x1', 'latest', [-1]],
    ['0x1', 'latest', [100.1]],
    ['0x1', 'latest', Array.from({ length: 101 }, (_, index) => index / 2)],
    ['0xffffffffffffffff', 'latest', []],
  ]
  for (const params of latest) yield { method, params }
}
