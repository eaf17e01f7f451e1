import { closedObject, ref } from '../../schemas/schema.ts'

/** Permission for the code at an address to act for the account that signed it (EIP-7702). */
export const authorization = closedObject({
  chainId: ref('Quantity', '0 for every chain.'),
  address: ref('Address'),
  nonce: ref('Quantity'),
  yParity: ref('Quantity'),
  r: ref('Quantity'),
  s: ref('Quantity'),
})
