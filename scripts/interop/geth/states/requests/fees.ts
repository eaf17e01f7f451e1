import { toQuantity } from '../../../../../src/primitives/hex.ts'
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
