import * as v from 'valibot'
import { object, wanted, wholeNumber } from '../../primitives/input.ts'
import { ownParameter } from './ownParameter.ts'

/** How many entries of the timeline a response has. */
const ENTRIES_MAX = 200
export const ENTRIES_DEFAULT = 50

const method = v.optional(v.string(wanted('the name of a method')))

export const requestQuery = ownParameter(
  'query',
  `Which entries: those before a number, of one method; by default the newest ${ENTRIES_DEFAULT}.`,
  object(
    { before: v.optional(wholeNumber(1)), limit: v.optional(wholeNumber(1, ENTRIES_MAX)), method },
    { member: 'member', wanted: 'an object such as { "limit": 50 }' },
  ),
)

/** Of which method new entries are wanted. */
export const followedRequests = ownParameter(
  'query',
  'The method of the entries; by default any.',
  object({ method }, { member: 'member', wanted: 'an object such as { "method": "eth_call" }' }),
)

export const entryNumber = ownParameter('sequence', 'The number of the entry.', wholeNumber(1))
