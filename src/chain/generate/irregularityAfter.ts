import type { BlockHeader } from '@ethereumjs/block'
import type { SealedBlock } from '../encoding/block.ts'
import { isEncodedImpersonated } from '../encoding/impersonation.ts'
import { addReasons, type Irregularity, type IrregularityReason } from '../encoding/irregularity.ts'
import type { BuiltBlock } from '../execution/builtBlock.ts'
import type { ExecutedTransactions } from '../execution/executedTransactions.ts'
import { gasLimitProblem } from '../protocol/gasLimit.ts'

/**
 * What other nodes would not accept on the branch of a block, itself included; undefined if they accept all of it.
 *
 * @param parentHeader of the parent
 * @param executed its transactions that clients may have sent
 */
export function irregularityAfter(
  parent: SealedBlock,
  parentHeader: BlockHeader,
  { header, sealed }: BuiltBlock,
  executed: ExecutedTransactions | undefined,
): Irregularity | undefined {
  const reasons: IrregularityReason[] = [...(sealed.irregularity?.reasons ?? [])]
  const hasExpectedFee =
    parentHeader.baseFeePerGas === undefined ||
    header.baseFeePerGas === parentHeader.calcNextBaseFee()
  if (!hasExpectedFee) reasons.push('baseFee')
  if (gasLimitProblem(header, parentHeader) !== undefined) reasons.push('gasLimit')
  const included = executed?.included ?? []
  if (included.some(({ encoded, sender }) => isEncodedImpersonated(encoded, sender))) {
    reasons.push('signature')
  }
  if (included.some(({ exceedsGasCap }) => exceedsGasCap)) reasons.push('transactionGas')
  return addReasons(parent.irregularity, reasons, sealed)
}
