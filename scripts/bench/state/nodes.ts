import { readdirSync, readFileSync } from 'node:fs'
import { ForeignNode, type NodeCommand } from '../../interop/foreignNode.ts'
import { anvilPath } from '../anvilPackage.ts'
import { hardhatFolder } from '../hardhatPackage.ts'
import type { BenchedState } from './benchedState.ts'

export const anvil: NodeCommand = {
  name: 'Anvil',
  folder: '.',
  script: anvilPath,
  // Without `--silent` it prints a line for every request.
  args: (port) => ['--port', String(port), '--chain-id', '1337', '--no-mining', '--silent'],
}

export const hardhat: NodeCommand = {
  name: 'EDR',
  folder: hardhatFolder,
  script: `${hardhatFolder}serve.js`,
  args: (port) => [String(port)],
}

/** Starts a node, and gives it the state. */
export async function startWithState(
  command: NodeCommand,
  { accounts, token }: BenchedState,
): Promise<ForeignNode> {
  const node = await ForeignNode.start(command)
  for (const { address, balance, nonce, code, slot, tokenBalance } of accounts) {
    await node.call('hardhat_setBalance', [address, balance])
    if (nonce !== '0x0') await node.call('hardhat_setNonce', [address, nonce])
    if (code !== '0x') await node.call('hardhat_setCode', [address, code])
    await node.call('hardhat_setStorageAt', [token, slot, tokenBalance])
  }
  await node.call('evm_mine')
  return node
}

/** Hundredths of a second, on every Linux that Node supports. */
const TICKS_PER_SECOND = 100

/**
 * Processor time of a node and the programs that it started, so far.
 *
 * @returns undefined on systems without `/proc`
 */
export function systemCpuSecondsOf({ processGroup }: ForeignNode): number | undefined {
  if (process.platform !== 'linux') return undefined
  let ticks = 0
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const fields = statOf(name)
    // The fields after the name of the program: state, parent, group …; user and system time are the 12th and 13th.
    if (fields !== undefined && Number(fields[2]) === processGroup) {
      ticks += Number(fields[11]) + Number(fields[12])
    }
  }
  return ticks / TICKS_PER_SECOND
}

function statOf(process: string): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${process}/stat`, 'latin1')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined // It has ended.
  }
}
