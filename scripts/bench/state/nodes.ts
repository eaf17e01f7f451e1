import { byNode, ForeignNode, type NodeCommand } from '../../interop/foreignNode.ts'
import { anvilPath } from '../anvilPackage.ts'
import { hardhatFolder } from '../hardhatPackage.ts'
import type { BenchedState } from './benchedState.ts'

export const anvil: NodeCommand = {
  name: 'Anvil',
  folder: '.',
  program: byNode(anvilPath),
  // Without `--silent` it prints a line for every request.
  args: (port) => ['--port', String(port), '--chain-id', '1337', '--no-mining', '--silent'],
}

export const hardhat: NodeCommand = {
  name: 'EDR',
  folder: hardhatFolder,
  program: byNode(`${hardhatFolder}serve.js`),
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
