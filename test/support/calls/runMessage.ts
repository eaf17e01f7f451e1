import { type AppliedMessage, CALL_CHECKS } from '../../../src/chain/calls/appliedMessage.ts'
import { applyMessage } from '../../../src/chain/calls/applyMessage.ts'
import { applyStateOverrides } from '../../../src/chain/calls/applyOverrides.ts'
import { withCallEngine } from '../../../src/chain/calls/callEngine.ts'
import { MessageError } from '../../../src/chain/calls/messageError.ts'
import { type ForkName, isAtLeast } from '../../../src/chain/protocol/forks.ts'
import { fromHex } from '../../../src/primitives/hex.ts'
import { emptyEnvironment } from '../callEnvironment.ts'

const zeros = new Uint8Array(32)

type Message = Pick<AppliedMessage, 'to' | 'nonce' | 'value' | 'gasLimit' | 'data'>

/**
 * Runs a message of `caller` without fees on a state with these accounts only, as geth ran those in test/data/geth.
 *
 * @returns its result, or the error of what cannot run
 */
export function runMessage(
  fork: ForkName,
  message: Message,
  accounts: Parameters<typeof applyStateOverrides>[1] = [],
  checks = CALL_CHECKS,
): Promise<Awaited<ReturnType<typeof applyMessage>> | MessageError> {
  const block = {
    fork,
    number: 10n,
    time: 1000n,
    coinbase: fromHex(`0x${'00'.repeat(19)}c0`),
    gasLimit: 30_000_000n,
    difficulty: 0n,
    prevRandao: isAtLeast(fork, 'paris') ? zeros : undefined,
    baseFee: 0n,
    blobBaseFee: 1n,
    blockHash: () => zeros,
  }
  const noFees = { gasPrice: 0n, gasFeeCap: 0n, gasTipCap: 0n, blobGasFeeCap: undefined }
  const noLists = { accessList: undefined, blobHashes: undefined, authorizationList: undefined }
  const applied = { from: caller, ...message, ...noFees, ...noLists }
  return withCallEngine(emptyEnvironment(fork), async (engine) => {
    await applyStateOverrides(engine, accounts, new Map())
    try {
      return await applyMessage(engine, block, applied, { checks })
    } catch (error) {
      if (error instanceof MessageError) return error
      throw error
    }
  })
}

export const caller = fromHex(`0x${'ca'.repeat(20)}`)
