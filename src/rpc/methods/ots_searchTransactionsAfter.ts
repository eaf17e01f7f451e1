import { method } from '../method.ts'
import { otsNumber, pageSize, searchPageSchema } from '../otterscan/otsParameters.ts'
import { searchTransactionsAnswer } from '../otterscan/searchTransactions.ts'
import { address } from '../params/address.ts'

/** A page of the transactions of an account after a block (Otterscan). */
export const ots_searchTransactionsAfter = method({
  name: 'ots_searchTransactionsAfter',
  set: 'all',
  does: 'reads',
  differsByDialect: true,
  faults: ['state'],
  summary: 'A page of at most 25 transactions of an account after a block, for Otterscan.',
  params: [
    address,
    otsNumber('block', 'The block before the page; 0: it begins with the chain.'),
    pageSize,
  ],
  result: { name: 'page', schema: searchPageSchema },
  errors: ['SERVER_ERROR', 'CALL_FAILED'],
  run: ([account, from, size], context) =>
    searchTransactionsAnswer(context, { account, from, pageSize: size, direction: 'after' }),
})
