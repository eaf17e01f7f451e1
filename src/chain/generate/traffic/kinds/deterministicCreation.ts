import { fromHex } from '../../../../primitives/hex.ts'
import { deploymentFactory } from '../../../contracts/system.ts'
import { createdAddress } from '../../../execution/createdAddress.ts'
import { drawFeeMarket } from '../fees.ts'
import type { TrafficKind } from '../kind.ts'

const FACTORY = fromHex(deploymentFactory.address)

/**
 * Creates a contract with slots by the factory that has the same address on every chain, with a drawn salt (EIP-7997).
 * When the contract is called, it clears its slots.
 */
export const deterministicCreation: TrafficKind = {
  weight: 2,
  since: 'amsterdam',
  needs: [],
  draft: ({ random, signers }) => {
    const salt = random.bytes(32)
    const slots = random.between(1, 5)
    const code = creationCode(slots)
    return [
      {
        sender: random.pick(signers),
        fields: {
          type: 2,
          to: FACTORY,
          value: 0n,
          data: new Uint8Array(Buffer.concat([salt, code])),
          // The account and its code, then a new slot each.
          gasLimit: 300_000n + 115_000n * BigInt(slots),
          accessList: [],
          ...drawFeeMarket(random),
        },
        deploys: {
          role: 'slots',
          partners: [],
          address: createdAddress(FACTORY, 0n, code, salt),
        },
      },
    ]
  },
}

/** Code that sets the first slots to 1, and creates a contract that sets them to 0. */
function creationCode(slots: number): Uint8Array {
  // PUSH1 value, PUSH1 slot, SSTORE
  const store = (value: number) =>
    Array.from({ length: slots }, (_, slot) => [0x60, value, 0x60, slot, 0x55]).flat()
  const runtime = store(0)
  // PUSH of the runtime code, PUSH0, MSTORE, then RETURN of the last bytes of the word
  const deploy = [0x5f + runtime.length, ...runtime, 0x5f, 0x52, 0x60, runtime.length]
  return Uint8Array.from([...store(1), ...deploy, 0x60, 32 - runtime.length, 0xf3])
}
