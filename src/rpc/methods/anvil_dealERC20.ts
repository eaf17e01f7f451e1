import { nullAnswer } from '../answer.ts'
import { method } from '../method.ts'
import { address } from '../params/address.ts'
import { amount } from '../params/amount.ts'
import { nullSchema } from '../schemas/schema.ts'
import { callOf, setTokenSlot } from '../setTokenSlot.ts'

const BALANCE_OF = '0x70a08231'

/** Sets the balance of an account in a token (Anvil). */
export const anvil_dealERC20 = method({
  name: 'anvil_dealERC20',
  aliases: ['hardhat_dealERC20', 'anvil_setERC20Balance', 'tenderly_setErc20Balance'],
  set: 'dev',
  does: 'alters',
  summary: 'Sets the balance of an account in a token, by the slot that balanceOf reads.',
  params: [
    address,
    { ...address, name: 'token', summary: 'The contract of the token.' },
    amount('balance', 'In units of the token.'),
  ],
  result: { name: 'nothing', schema: nullSchema },
  errors: ['SERVER_ERROR', 'CALL_FAILED'],
  async run([account, token, value], context) {
    const call = callOf(BALANCE_OF, account)
    await setTokenSlot(context, { token, call, value, name: 'balance' })
    return nullAnswer
  },
})
