import { fromHex } from '../../primitives/hex.ts'
import { serverError } from '../errors.ts'
import type { MethodContext } from '../method.ts'
import { keyringOf } from '../signing/keyringOf.ts'

/**
 * The account that a transaction is from: where it is missing, the first one in dialects that fill it in.
 *
 * @returns 20 bytes
 * @throws {RequestError} SERVER_ERROR if it is missing
 */
export function requireSender(
  { from }: { readonly from?: Uint8Array | undefined },
  context: Pick<MethodContext, 'service' | 'endpoint' | 'dialect'>,
): Uint8Array {
  if (from !== undefined) return from
  const [first] = context.dialect.rules.fillsIn ? keyringOf(context).addresses : []
  if (first !== undefined) return fromHex(first)
  throw serverError('missing "from": want an account of eth_accounts')
}
