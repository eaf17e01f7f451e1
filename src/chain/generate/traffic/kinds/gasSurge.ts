import { fromHex } from '../../../../primitives/hex.ts'
import { drawFeeMarket } from '../fees.ts'
import type { TrafficKind } from '../kind.ts'

/** In bytes: the most code that a contract may have (EIP-170). */
const CODE_SIZE_MAX = 24_576

/** In bytes. Sizes are whole multiples of it, so that a long chain does not come to hold ever more different code. */
const CODE_SIZE_STEP = 1024

/** In gas: what a byte of code costs (Yellow Paper, G_codedeposit), and two words of memory on the way there. */
const GAS_PER_BYTE = 201

/** In gas: for the creation itself, and for memory, which costs more the more there is of it. */
const GAS_ASIDE = 62_000

/**
 * Deploys a large contract, with as much code as the block has gas left for: it does nothing but cost. People are
 * careless with gas while it is cheap: this is what makes the base fee rise again. It comes last in a block, where it
 * is in nobody's way.
 */
export const gasSurge: TrafficKind = {
  weight: 1,
  since: 'london',
  needs: [],
  draft: ({ random, signers, gasLeft, transactionsLeft }) => {
    const affordable = (Number(gasLeft) - GAS_ASIDE) / GAS_PER_BYTE
    const steps = Math.floor(Math.min(affordable, CODE_SIZE_MAX) / CODE_SIZE_STEP)
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
          gasLimit: BigInt(GAS_ASIDE + GAS_PER_BYTE * size),
          accessList: [],
          ...drawFeeMarket(random),
        },
      },
    ]
  },
}

/** PUSH2 size, PUSH1 0, RETURN: memory that nothing was written to becomes the code, each byte of it STOP. */
function creationCode(size: number): Uint8Array {
  return fromHex(`0x61${size.toString(16).padStart(4, '0')}6000f3`)
}
