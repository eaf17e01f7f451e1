import { fromHex } from '../../primitives/hex.ts'
import type { BlockChoices } from '../execution/candidateHeader.ts'
import type { HeaderSettings } from './headerSettings.ts'

/** The choices about a block, with the fields that are set. */
export function applySettings(
  choices: BlockChoices,
  { miner, gasLimit, baseFeePerGas, prevRandao }: HeaderSettings,
  isProofOfStake: boolean,
): BlockChoices {
  return {
    ...choices,
    ...(miner !== undefined && { miner: fromHex(miner) }),
    ...(gasLimit !== undefined && { gasLimit }),
    ...(baseFeePerGas !== undefined && { baseFeePerGas }),
    ...(prevRandao !== undefined && isProofOfStake && { mixHash: fromHex(prevRandao) }),
  }
}
