import { fromHex } from '../../primitives/hex.ts'
import { serverError } from '../errors.ts'
import type { MethodContext } from '../method.ts'
import { keyringOf } from '../signing/keyringOf.ts'

/**
 * The account that a transaction or an estimate is for: where it is missing, the first one in dialects that fill it in;
 * geth takes the zero address.
 *
 * @returns 20 bytes; undefined if it is missing
 */
export function senderOf(
  { from }: { readonly from?: Uint8Array | undefined },
  context: Pick<MethodContext, 'service' | 'endpoint' | 'dialect'>,
): Uint8Array | undefined {
  if (from !== undefined || !context.dialect.rules.fillsIn) return from
  const [first] = keyringOf(context).addresses
  return first && fromHex(first)
}

/** @throws {RequestError} SERVER_ERROR if it is missing */
export function requireSender(...args: Parameters<typeof senderOf>): Uint8Array {
  const sender = senderOf(...args)
  if (sender === undefined) throw serverError('missing "from": want an account of eth_accounts')
  return sender
}
