import { HeaderFees } from '../../chain/encoding/headerFees.ts'
import type { MethodContext } from '../method.ts'

/**
 * The base fee for which prices are suggested, in wei per gas: the one that is set for the next block; otherwise that of the
 * head, as in geth, or of the next block, as in Anvil. Undefined before London.
 */
export function pricedBaseFee({ view, dialect }: MethodContext): bigint | undefined {
  const { head, chain, headerSettings } = view
  if (headerSettings?.baseFeePerGas !== undefined) return headerSettings.baseFeePerGas
  const fees = new HeaderFees(head, chain.rules)
  return dialect.rules.pricesNextBlock ? fees.nextBaseFee : fees.baseFee
}
