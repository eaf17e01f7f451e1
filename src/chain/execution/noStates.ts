import { MissingStateError } from '../store/missingStateError.ts'
import type { ChainStates } from './chainStates.ts'

/**
 * The states of a chain that was loaded from files that do not lead to any.
 *
 * @param reason why there are none
 */
export function noStates(reason: string): ChainStates {
  return {
    areAvailable: false,
    ready: () => undefined,
    after(block) {
      throw new MissingStateError(block, reason)
    },
    codes: () => new Map(),
    keepNewest() {},
  }
}
