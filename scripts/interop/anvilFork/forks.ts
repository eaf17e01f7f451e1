import { join } from 'node:path'
import type { Chain } from '../../../src/chain/chain.ts'
import { exportChain } from '../../../src/exportChain.ts'
import { serve } from '../../../src/serve.ts'
import { ForeignNode, type NodeCommand } from '../foreignNode.ts'
import { startWith } from '../geth/compareChain.ts'
import { findGeth, GETH_VERSION } from '../geth/gethProgram.ts'
import { nodes } from '../nodes.ts'
import { ommerDev } from '../ommerNode.ts'

/** A node that serves the network. */
export interface Network {
  readonly name: string
  readonly url: string
  stop(): Promise<void>
}

/** A network, and the forks of it that are compared, by their URLs. */
export interface Forks {
  readonly network: string
  readonly anvil: string
  /** as its users start it: with proofs, in the dialect anvil */
  readonly ommer: string
  /** without proofs, and in the dialect of the network */
  readonly plain: string
}

/** Serves a chain with geth if this machine has it, else with ommer. @param scratch a folder for geth's files */
export async function startNetwork(chain: Chain, scratch: string): Promise<Network> {
  const program = findGeth()
  if (program !== undefined) {
    const files = join(scratch, 'network')
    await exportChain(chain, files, { format: 'hive' })
    const geth = await startWith(program, chain, files, scratch)
    return { name: `geth ${GETH_VERSION}`, url: geth.url, stop: () => geth.stop() }
  }
  const server = await serve(chain, { port: 0, dialect: 'geth' })
  return { name: 'ommer', url: server.url, stop: () => server.close() }
}

/** How Anvil is started as a fork. */
export function anvilFork(url: string, block: number): NodeCommand {
  const anvil = nodes.find(({ name }) => name === 'anvil') as NodeCommand
  const fork = ['--fork-url', url, '--fork-block-number', String(block), '--no-storage-caching']
  return { ...anvil, args: (port) => [...anvil.args(port), ...fork] }
}

/** How ommer is started as a fork, from the built package. */
export function ommerFork(url: string, block: number, ...options: readonly string[]): NodeCommand {
  return ommerDev('--fork-url', url, '--fork-block', String(block), '--silent', ...options)
}

/** Runs something with the forks of a network, which then end. */
export async function withForks(
  network: string,
  block: number,
  run: (forks: Forks) => Promise<void>,
): Promise<void> {
  const started: ForeignNode[] = []
  const start = async (command: NodeCommand): Promise<string> => {
    const node = await ForeignNode.start(command)
    started.push(node)
    return node.url
  }
  try {
    const plain = ['--fork-proofs', 'off', '--dialect', 'geth']
    await run({
      network,
      anvil: await start(anvilFork(network, block)),
      ommer: await start(ommerFork(network, block)),
      plain: await start(ommerFork(network, block, ...plain)),
    })
  } finally {
    await Promise.all(started.map((node) => node.stop()))
  }
}
