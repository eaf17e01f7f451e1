import type { MethodDescription } from '../schemas/description.ts'
import { arrayOf, ref } from '../schemas/schema.ts'

export const description: MethodDescription = {
  summary: 'The same as eth_accounts: there is no user who would have to allow it (EIP-1102).',
  params: [],
  result: { name: 'accounts', schema: arrayOf(ref('Address')) },
}
