import type { NodeCommand } from '../foreignNode.ts'
import type { Outcomes } from '../outcomes.ts'
import type { OtherName } from './pairs.ts'

/** The tests of another project. */
export interface Suite {
  /** what its checkout is called in the folder of sources */
  readonly name: string
  /** the nodes beside which it runs; by default Anvil */
  readonly others?: readonly OtherName[]
  /**
   * Prepares a copy of the checkout: changes what depends on the network, installs and compiles.
   *
   * @param copy the folder; an earlier run may have prepared it
   * @throws {NotInstalledError} if the machine lacks something
   */
  readonly prepare: (copy: string) => Promise<void>
  /**
   * Runs the tests.
   *
   * @param node how to start the node
   * @throws if they did not run
   */
  readonly run: (copy: string, node: NodeCommand) => Promise<Outcomes>
}
