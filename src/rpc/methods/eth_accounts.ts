import { encodeResult } from '../answer.ts'
import { method } from '../method.ts'
import { arrayOf, ref } from '../schemas/schema.ts'
import { keyringOf } from '../signing/keyringOf.ts'

/** The accounts whose keys the node has (EIP-1474): without `dev` none. */
export const eth_accounts = method({
  name: 'eth_accounts',
  set: 'all',
  does: 'reads',
  summary: 'The accounts that the service signs for: none unless it is in development mode.',
  params: [],
  result: { name: 'accounts', schema: arrayOf(ref('Address')) },
  run(_, context) {
    const {
      endpoint: { miner },
      dialect: { style },
    } = context
    const { addresses } = keyringOf(context)
    if (!style.listsImpersonated || miner === undefined) return encodeResult(addresses)
    return encodeResult([...new Set([...addresses, ...miner.impersonation.accounts])])
  },
})
