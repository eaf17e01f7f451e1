import * as v from 'valibot'
import { headerTimestamp } from '../../chain/encoding/decode/headerTimestamp.ts'
import { WITHDRAWALS_MAX } from '../../chain/generate/headerSettings.ts'
import { forkAt, isAtLeast } from '../../chain/protocol/forks.ts'
import { EndpointMoveError } from '../../endpoint/moveError.ts'
import type { Hex } from '../../primitives/hex.ts'
import { object, wholeNumber } from '../../primitives/input.ts'
import type { MoveOf } from '../move.ts'
import { nothing } from '../results.ts'
import { setHeader } from '../setHeader.ts'
import { address } from '../stateParameters.ts'

export interface AddWithdrawal {
  /**
   * Lets the next block pay a withdrawal of ether from the beacon chain (EIP-4895), after its transactions.
   *
   * @param address DATA, 20 bytes
   * @param gwei up to 2^53 - 1
   * @param validatorIndex default 0
   * @throws {EndpointMoveError} NOT_WRITABLE without `dev`; INVALID_ARGUMENT if the next block is before Shanghai, or would
   *   have more than 16 withdrawals
   */
  addWithdrawal(address: Hex, gwei: number, validatorIndex?: number): Promise<void>
}

export interface AddWithdrawalSteps {
  /** Lets the next block pay a withdrawal of ether from the beacon chain. */
  readonly addWithdrawal: {
    readonly address: Hex
    readonly gwei: number
    readonly validatorIndex?: number | undefined
  }
}

const gwei = wholeNumber(0)
const validatorIndex = v.optional(wholeNumber(0))

export const addWithdrawal: MoveOf<AddWithdrawal, AddWithdrawalSteps> = {
  name: 'addWithdrawal',
  effect: 'setsNextBlock',
  group: 'Time and the next block',
  summary: 'Lets the next block pay a withdrawal of ether from the beacon chain.',
  parameters: [
    address,
    { name: 'gwei', description: 'How much, in gwei.', schema: gwei },
    { name: 'validatorIndex', description: 'Default 0.', schema: validatorIndex },
  ],
  run(endpoint, [address, gwei, validatorIndex = 0]) {
    const { head, chain, headerSettings } = endpoint
    const next = head.number + 1
    if (!isAtLeast(forkAt(chain.rules.forks, next, headerTimestamp(head) + 1), 'shanghai')) {
      const problem = `block ${next} is before Shanghai, so it has no withdrawals`
      throw new EndpointMoveError('INVALID_ARGUMENT', problem)
    }
    const { withdrawals = [] } = headerSettings ?? {}
    if (withdrawals.length >= WITHDRAWALS_MAX) {
      const problem = `a block has at most ${WITHDRAWALS_MAX} withdrawals`
      throw new EndpointMoveError('INVALID_ARGUMENT', problem)
    }
    setHeader(endpoint, { withdrawals: [...withdrawals, { address, gwei, validatorIndex }] })
  },
  result: nothing,
  steps: {
    addWithdrawal: {
      schema: object({ address: address.schema, gwei, validatorIndex }),
      play: (perform, { address, gwei, validatorIndex }) => perform(address, gwei, validatorIndex),
    },
  },
  toStep: ([address, gwei, validatorIndex]) => ({
    addWithdrawal: { address, gwei, ...(validatorIndex !== undefined && { validatorIndex }) },
  }),
}
