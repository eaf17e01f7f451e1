import { hasCode } from '../../chain/state/emptyAccount.ts'
import { accountAt } from '../../chain/state/stateReads.ts'
import { encodeResult } from '../answer.ts'
import { method } from '../method.ts'
import { otsStateBlock } from '../otterscan/otsParameters.ts'
import { address } from '../params/address.ts'
import { answerFromState } from '../stateAnswers.ts'

/** Whether an account has code (Otterscan). */
export const ots_hasCode = method({
  name: 'ots_hasCode',
  set: 'all',
  does: 'reads',
  faults: ['state'],
  summary: 'Whether an account has code.',
  params: [address, otsStateBlock],
  result: { name: 'hasCode', schema: { type: 'boolean' } },
  errors: ['UNKNOWN_BLOCK', 'SERVER_ERROR'],
  run: ([account, block], context) =>
    answerFromState(context, block, (state) => {
      const found = accountAt(state, account)
      return encodeResult(found !== undefined && hasCode(found))
    }),
})
