import { EMPTY_CODE_HASH, EMPTY_STORAGE } from '../../chain/state/account.ts'
import { PartlyUnknownError } from '../../chain/state/partlyUnknownError.ts'
import { accountAt } from '../../chain/state/stateReads.ts'
import { toHex, toQuantity } from '../../primitives/hex.ts'
import { encodeResult } from '../answer.ts'
import { method } from '../method.ts'
import { address } from '../params/address.ts'
import { stateBlock } from '../params/stateBlock.ts'
import { closedObject, ref } from '../schemas/schema.ts'
import { answerFromState } from '../stateAnswers.ts'

/** An account as its leaf in the state has it (Nethermind, Reth, Anvil). */
export const eth_getAccount = method({
  name: 'eth_getAccount',
  set: 'all',
  does: 'reads',
  faults: ['state'],
  summary: 'The nonce, balance, storage root and code hash of an account.',
  params: [address, stateBlock],
  result: {
    name: 'account',
    schema: closedObject({
      nonce: ref('Quantity'),
      balance: ref('Quantity', 'In wei.'),
      storageRoot: ref('Hash'),
      codeHash: ref('Hash'),
    }),
  },
  errors: ['UNKNOWN_BLOCK', 'SERVER_ERROR'],
  run: ([account, block], context) =>
    answerFromState(context, block, (state) => {
      const {
        nonce = 0n,
        balance = 0n,
        storage = EMPTY_STORAGE,
        codeHash = EMPTY_CODE_HASH,
      } = accountAt(state, account) ?? {}
      const storageRoot = storage.knownRoot()
      if (storageRoot === undefined)
        throw new PartlyUnknownError('storage roots, because nothing proves its values')
      return encodeResult({
        nonce: toQuantity(nonce),
        balance: toQuantity(balance),
        storageRoot: toHex(storageRoot),
        codeHash: toHex(codeHash),
      })
    }),
})
