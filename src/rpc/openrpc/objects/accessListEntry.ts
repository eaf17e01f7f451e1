import { arrayOf, closedObject, ref } from '../schema.ts'

/** What a transaction says that it will touch (EIP-2930). */
export const accessListEntry = closedObject({
  address: ref('Address'),
  storageKeys: arrayOf(ref('Hash')),
})
