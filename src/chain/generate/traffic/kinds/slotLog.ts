import { fromHex } from '../../../../primitives/hex.ts'
import { drawFeeMarket } from '../fees.ts'
import type { TrafficKind } from '../kind.ts'

/** PUSH1 1 to PUSH1 20. */
const ITEMS = Array.from({ length: 20 }, (_, index) => `60${hexByte(index + 1)}`).join('')

/**
 * SLOTNUM at 0; then DUPN 18 copies item 3, SWAPN 17 swaps it with item 4, and EXCHANGE 1, 2 swaps items 20 and 19. The
 * three topmost items follow the slot in the data of a log.
 */
const CREATION_CODE = fromHex(`0x4b5f52${ITEMS}e681e780e88e60205260405260605260805fa000`)

/** Deploys a contract without code, whose constructor logs the slot and uses the stack beyond its 16th item. */
export const slotLog: TrafficKind = {
  weight: 1,
  since: 'amsterdam',
  needs: [],
  draft: ({ random, signers }) => [
    {
      sender: random.pick(signers),
      fields: {
        type: 2,
        to: undefined,
        value: 0n,
        data: CREATION_CODE,
        gasLimit: 80_000n,
        accessList: [],
        ...drawFeeMarket(random),
      },
    },
  ],
}

function hexByte(value: number): string {
  return value.toString(16).padStart(2, '0')
}
