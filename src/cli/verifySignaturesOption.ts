import type { Option } from 'commander'
import { option } from './option.ts'

/** `--verify-signatures`, for the commands that have `--load`. */
export function verifySignaturesOption(): Option {
  return option('--verify-signatures', 'Also check who signed each loaded transaction.')
}
