import { nullAnswer } from '../answer.ts'
import { method } from '../method.ts'
import { address } from '../params/address.ts'
import { amount } from '../params/amount.ts'
import { nullSchema } from '../schemas/schema.ts'
import { callOf, setTokenSlot } from '../setTokenSlot.ts'

const ALLOWANCE = '0xdd62ed3e'

/** Sets what an account lets another spend of a token (Anvil). */
export const anvil_setERC20Allowance = method({
  name: 'anvil_setERC20Allowance',
  set: 'dev',
  does: 'alters',
  summary: 'Sets what an account lets another spend of a token, by the slot that allowance reads.',
  params: [
    { ...address, name: 'owner', summary: 'The account that owns the units.' },
    { ...address, name: 'spender', summary: 'The account that may spend them.' },
    { ...address, name: 'token', summary: 'The contract of the token.' },
    amount('allowance', 'In units of the token.'),
  ],
  result: { name: 'nothing', schema: nullSchema },
  errors: ['SERVER_ERROR', 'CALL_FAILED'],
  async run([owner, spender, token, value], context) {
    const call = callOf(ALLOWANCE, owner, spender)
    await setTokenSlot(context, { token, call, value, name: 'allowance' })
    return nullAnswer
  },
})
