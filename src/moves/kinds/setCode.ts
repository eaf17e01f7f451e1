import { requestQueues } from '../../chain/contracts/system.ts'
import { EndpointMoveError } from '../../endpoint/moveError.ts'
import type { Hex } from '../../primitives/hex.ts'
import { object } from '../../primitives/input.ts'
import { alterAccount, keepCode } from '../alterAccount.ts'
import type { MoveOf } from '../move.ts'
import { alwaysTrue, nothing } from '../results.ts'
import { address, code } from '../stateParameters.ts'

export interface SetCode {
  /**
   * Sets the code of an account in the state after the head. No block is mined, and no block can lead to this state.
   *
   * @param address DATA, 20 bytes
   * @param code DATA
   * @throws {EndpointMoveError} NOT_WRITABLE without `dev`; INVALID_ARGUMENT for other code of a queue of requests
   */
  setCode(address: Hex, code: Hex): Promise<void>
}

export interface SetCodeSteps {
  /** Sets the code of an account. */
  readonly setCode: { readonly address: Hex; readonly code: Hex }
}

export const setCode: MoveOf<SetCode, SetCodeSteps> = {
  name: 'setCode',
  effect: 'altersState',
  group: 'State by hand',
  summary: 'Sets the code of an account.',
  parameters: [address, code],
  run(endpoint, [address, code]) {
    requireNoQueue(address, code)
    return alterAccount(endpoint, address, (_, codes) => ({ codeHash: keepCode(code, codes) }))
  },
  result: nothing,
  aliases: [
    { names: ['anvil_setCode'], parameters: [address, code], result: nothing },
    {
      names: ['hardhat_setCode', 'ganache_setCode', 'evm_setAccountCode'],
      parameters: [address, code],
      result: alwaysTrue,
    },
  ],
  steps: {
    setCode: {
      schema: object({ address: address.schema, code: code.schema }),
      play: (perform, { address, code }) => perform(address, code),
    },
  },
  toStep: ([address, code]) => ({ setCode: { address, code } }),
}

/** Without them no block can be built; other system contracts may fail. Scripts may set the code that they have. */
function requireNoQueue(address: string, code: string): void {
  const contract = requestQueues.find((each) => each.address === address.toLowerCase())
  if (contract === undefined || contract.code === code.toLowerCase()) return
  const problem = `address: every block calls the system contract ${contract.name} at ${contract.address}, whose code must stay`
  throw new EndpointMoveError('INVALID_ARGUMENT', problem)
}
