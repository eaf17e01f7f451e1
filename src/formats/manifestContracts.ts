import * as v from 'valibot'
import type { Contract, ContractSummary } from '../chain/contracts/contract.ts'
import { contractRoles, hasSymbol, toContract } from '../chain/contracts/contract.ts'
import { consistent, hexText, oneOf, openObject, wanted, wholeNumber } from '../primitives/input.ts'
import type { Manifest } from './manifest.ts'

const address = hexText(/^0x[\da-f]{40}$/, wanted('an address, 0x and 40 lower-case hex digits'))
const text = v.string(wanted('a text'))

/** The schema of `contracts` in a manifest. */
export const manifestContracts = v.array(
  v.pipe(
    openObject(
      {
        role: oneOf(...contractRoles),
        name: text,
        symbol: v.nullable(text),
        address,
        deployedAt: wholeNumber(0),
      },
      'a contract',
    ),
    consistent(({ role, symbol }) => {
      if (hasSymbol(role) === (symbol !== null)) return undefined
      const problem = hasSymbol(role) ? `want a text for a ${role}` : `want null for a ${role}`
      return { path: ['symbol'], problem }
    }),
  ),
  wanted('a list of contracts'),
)

/**
 * The contracts of a manifest that do not follow from its blocks: those of blocks before the first one, and those of an
 * unknown genesis.
 */
export function earlierContracts({ contracts = [], from, spec }: Manifest): Contract[] {
  const isKnown = ({ role, deployedAt }: ContractSummary) =>
    deployedAt >= Math.max(from, 1) || (role === 'system' && spec !== null)
  return contracts.filter((contract) => !isKnown(contract)).map(toContract)
}
