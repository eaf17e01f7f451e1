import type { Block } from '../../src/chain/encoding/block.ts'
import type { ForkSchedule } from '../../src/chain/protocol/forks.ts'
import { blobBaseFee, blobGasMax, expectedExcessBlobGas } from '../../src/chain/verify/blobGas.ts'
import { expectedBaseFee } from '../../src/chain/verify/gas.ts'
import { Protocol } from '../../src/chain/verify/protocol.ts'

// A fee history computed plainly from decoded blocks, with the fee rules of the independent verifier.

const quantity = (value: bigint | number) => `0x${value.toString(16)}`

/** The result of `eth_feeHistory` for these blocks. */
export function expectedFeeHistory(
  blocks: readonly Block[],
  percentiles: readonly number[],
  forks: ForkSchedule,
): object {
  const protocol = new Protocol({ chainId: 1, forks })
  const fees = blocks.map((block) => feesOf(block, percentiles, protocol))
  const last = fees.at(-1)
  if (last === undefined) return { oldestBlock: '0x0', gasUsedRatio: null }
  return {
    oldestBlock: quantity(blocks[0]?.header.number ?? 0),
    ...(percentiles.length > 0 && { reward: fees.map(({ tips }) => tips.map(quantity)) }),
    baseFeePerGas: [...fees.map(({ baseFee }) => baseFee), last.nextBaseFee].map(quantity),
    gasUsedRatio: fees.map(({ gasUsedRatio }) => gasUsedRatio),
    baseFeePerBlobGas: [...fees.map(({ blobFee }) => blobFee), last.nextBlobFee].map(quantity),
    blobGasUsedRatio: fees.map(({ blobGasUsedRatio }) => blobGasUsedRatio),
  }
}

function feesOf(block: Block, percentiles: readonly number[], protocol: Protocol) {
  const { header } = block
  const { number, timestamp, gasUsed, gasLimit, baseFeePerGas, excessBlobGas, blobGasUsed } = header
  const forks = protocol.forksAt(BigInt(number), BigInt(timestamp))
  const next = protocol.forksAt(BigInt(number + 1), BigInt(timestamp))
  const blobs = { excessBlobGas, blobGasUsed, baseFeePerGas }
  const hasBlobs = excessBlobGas !== undefined
  const gasParent = { gasLimit, gasUsed, baseFeePerGas }
  return {
    tips: percentiles.map((percentile) => tipAt(block, percentile)),
    baseFee: baseFeePerGas ?? 0n,
    nextBaseFee: next.includes('london') ? expectedBaseFee(gasParent) : 0n,
    gasUsedRatio: Number(gasUsed) / Number(gasLimit),
    blobFee: hasBlobs ? blobBaseFee(excessBlobGas, forks) : 0n,
    nextBlobFee: hasBlobs ? blobBaseFee(expectedExcessBlobGas(blobs, forks), forks) : 0n,
    blobGasUsedRatio: hasBlobs ? Number(blobGasUsed) / Number(blobGasMax(forks)) : 0,
  }
}

/** The lowest tip such that the transactions with it and lower ones used the percentile of the gas. */
function tipAt({ header, receipts }: Block, percentile: number): bigint {
  const { baseFeePerGas = 0n, gasUsed } = header
  const wanted = BigInt(Math.floor((Number(gasUsed) * percentile) / 100))
  const paid = receipts.map((receipt) => ({
    tip: receipt.effectiveGasPrice - baseFeePerGas,
    gas: receipt.gasUsed,
  }))
  paid.sort((one, other) => (one.tip < other.tip ? -1 : 1))
  let sum = 0n
  for (const { tip, gas } of paid) {
    sum += gas
    if (sum >= wanted) return tip
  }
  return paid.at(-1)?.tip ?? 0n
}
