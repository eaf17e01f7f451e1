import { foreignWarning } from './foreignNetworks.ts'
import { ForkError } from './forkError.ts'
import type { ResolvedForkOptions } from './forkOptions.ts'
import type { Network } from './recallNetwork.ts'

/**
 * Checks that a network is the one that the options want, before a folder gets its block.
 *
 * @throws {ForkError}
 */
export function requireWanted(network: Network, options: ResolvedForkOptions): void {
  const { chainId } = network
  const { networkChainId: wanted, transaction, spec, strict } = options
  if (wanted !== undefined && chainId !== wanted) {
    throw new ForkError(`the network has chain id ${chainId}, not ${wanted}`, 'networkChainId')
  }
  if (transaction !== undefined && (spec.chainId ?? chainId) !== chainId) {
    const problem = `it is of chain ${chainId}, and cannot be repeated with another chain id`
    throw new ForkError(problem, 'transaction')
  }
  const [uncertain] = uncertaintiesOf(network)
  if (uncertain !== undefined && strict) throw new ForkError(uncertain, 'strict')
}

/** Why new blocks may be others than those of the network. */
export function uncertaintiesOf({ warning, pin }: Pick<Network, 'warning' | 'pin'>): string[] {
  return [warning, foreignWarning(pin)].filter((each) => each !== undefined)
}
