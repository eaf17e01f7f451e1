import { arrayOf, closedObject, ref } from '../../schemas/schema.ts'

/** An account and storage slots that a transaction announces to access (EIP-2930). */
export const accessListEntry = closedObject({
  address: ref('Address'),
  storageKeys: arrayOf(ref('Hash')),
})
