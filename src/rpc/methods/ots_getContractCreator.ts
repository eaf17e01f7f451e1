import { encodeResult } from '../answer.ts'
import { method } from '../method.ts'
import { contractCreator } from '../otterscan/contractCreator.ts'
import { address } from '../params/address.ts'
import { closedObject, orNull, ref } from '../schemas/schema.ts'

/** Who created a contract, and in which transaction (Otterscan). */
export const ots_getContractCreator = method({
  name: 'ots_getContractCreator',
  set: 'all',
  does: 'reads',
  faults: ['state'],
  summary: 'Who created a contract, and in which transaction, for Otterscan.',
  params: [address],
  result: {
    name: 'creator',
    schema: orNull(closedObject({ hash: ref('Hash'), creator: ref('Address') })),
  },
  errors: ['SERVER_ERROR', 'CALL_FAILED'],
  run: async ([contract], context) =>
    encodeResult((await contractCreator(context, contract)) ?? null),
})
