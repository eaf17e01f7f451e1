import { type Hex, toHex, toQuantity } from '../../../../../src/primitives/hex.ts'
import type { Random } from '../../../../../src/primitives/random.ts'
import { blockParameter } from '../blockParameter.ts'
import { environmentReads, returning } from '../code.ts'
import { RUNNER } from '../inventedAccounts.ts'
import type { CallObject, StateRequest } from '../request.ts'
import { sample } from '../sampleBlocks.ts'
import type { Subjects } from '../subjects.ts'

const METHODS = ['eth_call', 'eth_estimateGas', 'eth_createAccessList']

/** Calls with access lists, blobs, authorizations and fees, valid or not. */
export function* typedCalls(subjects: Subjects, random: Random): Generator<StateRequest> {
  const { block } = subjects
  const code = returning(random.pick([environmentReads.blobHash, '3a', '6000545a'] as string[]))
  const state = { [RUNNER]: { code } }
  for (const call of sample(typed(subjects, random), 5, random)) {
    const params = [call, blockParameter(block, random), state]
    const methods = isCompletedByGeth(call) ? METHODS.slice(0, 2) : METHODS
    yield { method: random.pick(methods), params }
    yield { method: 'eth_call', params }
  }
}

/** Whether `eth_createAccessList` adds fees that geth suggests, which depend on what it was asked before. */
function isCompletedByGeth(call: CallObject): boolean {
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas, maxFeePerBlobGas } = call
  if (gasPrice !== undefined || maxPriorityFeePerGas !== undefined) return false
  return maxFeePerGas !== undefined || maxFeePerBlobGas !== undefined
}

function typed({ block, accounts, slots }: Subjects, random: Random): CallObject[] {
  const from = random.pick(accounts)
  const call = { from, to: RUNNER, gas: toQuantity(random.between(60_000, 200_000)) }
  const { header, transactions } = block
  const blobHash: Hex = `0x01${toHex(random.bytes(31)).slice(2)}`
  const { address, slot } = random.pick(slots)
  const fee = toQuantity((header.baseFeePerGas ?? 0n) + BigInt(random.between(-2, 2) + 2))
  const authorizations = transactions.flatMap((each) => each.authorizationList ?? [])
  const authorization = {
    chainId: '0x539',
    address,
    nonce: '0x1',
    yParity: toQuantity(random.below(3)),
    r: toHex(random.bytes(31)).replace(/^0x0*/, '0x1') as Hex,
    s: toHex(random.bytes(31)).replace(/^0x0*/, '0x1') as Hex,
  }
  const json = authorizations.map(({ chainId, nonce, yParity, r, s, address: to }) => ({
    chainId: toQuantity(chainId),
    nonce: toQuantity(nonce),
    yParity: toQuantity(yParity),
    r: toQuantity(r),
    s: toQuantity(s),
    address: to,
  }))
  const { to: _, ...creation } = call
  return [
    { ...call, accessList: [{ address, storageKeys: [slot, slot] }] },
    { ...call, accessList: [{ address: RUNNER, storageKeys: [`0x${'00'.repeat(32)}`] }] },
    { ...call, accessList: [] },
    { ...call, blobVersionedHashes: [blobHash] },
    { ...call, blobVersionedHashes: [blobHash], maxFeePerBlobGas: '0x1' },
    { ...call, blobVersionedHashes: [blobHash], maxFeePerBlobGas: '0x0' },
    { ...call, blobVersionedHashes: [blobHash], maxFeePerBlobGas: '0x3b9aca00', maxFeePerGas: fee },
    { ...call, blobVersionedHashes: [toHex(random.bytes(32))] },
    { ...call, blobVersionedHashes: [] },
    { ...call, blobVersionedHashes: Array(10).fill(blobHash) },
    { ...creation, blobVersionedHashes: [blobHash] },
    { ...call, maxFeePerBlobGas: '0x1' },
    { ...call, authorizationList: [] },
    { ...call, authorizationList: [authorization] },
    { ...call, authorizationList: json },
    { ...creation, authorizationList: [authorization] },
    { ...call, gasPrice: '0x1', authorizationList: [authorization] },
    { ...call, maxFeePerGas: fee, maxPriorityFeePerGas: '0x1' },
    { ...call, maxFeePerGas: fee },
    { ...call, maxPriorityFeePerGas: '0x1' },
    { ...call, gasPrice: fee },
    { ...call, gasPrice: '0x0' },
    { ...call, maxFeePerGas: `0x1${'00'.repeat(31)}` },
  ]
}
