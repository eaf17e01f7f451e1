import { fromHex } from '../../../../primitives/hex.ts'
import { isAtLeast } from '../../../protocol/forks.ts'
import { drawFeeMarket } from '../fees.ts'
import type { TrafficKind } from '../kind.ts'

/** The largest code of a contract, in bytes (EIP-170), and from Amsterdam on (EIP-7954). */
const CODE_SIZE_MAX = 24_576
const AMSTERDAM_CODE_SIZE_MAX = 65_536

/** In bytes: sizes are multiples of it, so that a long chain stores only a few different codes. */
const CODE_SIZE_STEP = 1024

/** In gas per byte of code: 200 to deposit it (Yellow Paper, G_codedeposit), and less than 1 for memory. */
const GAS_PER_BYTE = 201

/** In gas: for the creation itself, and the quadratic part of the cost of memory. */
const BASE_GAS = 62_000

/** In gas: the same from Amsterdam on, with state gas (EIP-8037). */
const AMSTERDAM_GAS_PER_BYTE = 1540
const AMSTERDAM_BASE_GAS = 2_300_000

/**
 * Deploys a useless contract, as large as the gas left in the block allows. It is chosen while gas is cheap and makes
 * the base fee rise again. It is the last transaction of a block, so that it displaces no other.
 */
export const gasSurge: TrafficKind = {
  weight: 1,
  since: 'london',
  needs: [],
  draft: ({ random, fork, signers, gasLeft, transactionsLeft }) => {
    const isAmsterdam = isAtLeast(fork, 'amsterdam')
    const perByte = isAmsterdam ? AMSTERDAM_GAS_PER_BYTE : GAS_PER_BYTE
    const affordable = (Number(gasLeft) - (isAmsterdam ? AMSTERDAM_BASE_GAS : BASE_GAS)) / perByte
    const most = isAmsterdam ? AMSTERDAM_CODE_SIZE_MAX : CODE_SIZE_MAX
    const steps = Math.floor(Math.min(affordable, most) / CODE_SIZE_STEP)
    if (transactionsLeft > 1 || steps < 1) return []
    const size = CODE_SIZE_STEP * random.between(Math.ceil((4 * steps) / 5), steps)
    return [
      {
        sender: random.pick(signers),
        fields: {
          type: 2,
          to: undefined,
          value: 0n,
          data: creationCode(size),
          gasLimit: BigInt(BASE_GAS + size * perByte),
          accessList: [],
          ...drawFeeMarket(random),
        },
      },
    ]
  },
}

/** PUSH size, PUSH1 0, RETURN: zeroed memory becomes the code, each byte of which is STOP. */
function creationCode(size: number): Uint8Array {
  const push =
    size < 65_536
      ? `61${size.toString(16).padStart(4, '0')}`
      : `62${size.toString(16).padStart(6, '0')}`
  return fromHex(`0x${push}6000f3`)
}
