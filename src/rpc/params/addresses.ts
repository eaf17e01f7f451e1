import * as v from 'valibot'
import { hexText, list, wanted } from '../../primitives/input.ts'
import { ownParameter } from './ownParameter.ts'

/** How many addresses one call may name. */
const ADDRESSES_MAX = 256

const address = hexText(/^0x[0-9a-fA-F]{40}$/, wanted('an address, 20 bytes in hex'))

/** The addresses of accounts, in either case. */
export const addresses = ownParameter(
  'addresses',
  `The addresses of accounts; at most ${ADDRESSES_MAX} of them.`,
  v.pipe(list(address), v.maxLength(ADDRESSES_MAX, `want at most ${ADDRESSES_MAX} addresses`)),
)
