import { closedObject, ref } from '../../schemas/schema.ts'

/** Ether that the beacon chain pays to an account (EIP-4895). */
export const withdrawal = closedObject({
  index: ref('Quantity'),
  validatorIndex: ref('Quantity'),
  address: ref('Address'),
  amount: ref('Quantity', 'In gwei.'),
})
