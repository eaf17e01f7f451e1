import { ForeignNode, type NodeCommand } from '../../interop/foreignNode.ts'
import type { TracedBlock } from './tracedBlock.ts'

const ZERO = /^0x0*$/

/** Starts a node that mines the same block, on the state that its transactions depend on. */
export async function startWithBlock(
  command: NodeCommand,
  { header, raw, accounts }: TracedBlock,
): Promise<ForeignNode> {
  const node = await ForeignNode.start(command)
  const blocksBefore = Number(header.number) - 1
  await node.call('hardhat_mine', [`0x${blocksBefore.toString(16)}`])
  for (const { address, balance, nonce, code, slots } of accounts) {
    await node.call('hardhat_setBalance', [address, balance])
    if (nonce !== '0x0') await node.call('hardhat_setNonce', [address, nonce])
    if (code !== '0x') await node.call('hardhat_setCode', [address, code])
    for (const [slot, value] of slots) {
      if (ZERO.test(value)) continue
      // Without leading zeros, as a QUANTITY.
      await node.call('hardhat_setStorageAt', [address, slot.replace(/^0x0*(?=.)/, '0x'), value])
    }
  }
  await node.call('hardhat_setCoinbase', [header.miner])
  await node.call('hardhat_setPrevRandao', [header.mixHash])
  await node.call('evm_setBlockGasLimit', [header.gasLimit])
  await node.call('hardhat_setNextBlockBaseFeePerGas', [header.baseFeePerGas])
  for (const each of raw) await node.call('eth_sendRawTransaction', [each])
  await node.call('evm_setNextBlockTimestamp', [header.timestamp])
  await node.call('evm_mine')
  return node
}
