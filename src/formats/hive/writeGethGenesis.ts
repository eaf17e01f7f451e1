import type { Genesis, GenesisAccount } from '../../chain/genesis/genesis.ts'
import type { Rules } from '../../chain/protocol/rules.ts'
import type { BlockTreeReader } from '../../chain/store/tree.ts'
import { type Hex, toQuantity } from '../../primitives/hex.ts'
import { bigintJson } from '../bigintJson.ts'
import { writeGethConfig } from './writeGethConfig.ts'

/**
 * Writes geth's `genesis.json`, from which geth creates the same first block and the same rules.
 *
 * @returns JSON; the same chain gives the same text
 */
export function writeGethGenesis(rules: Rules, genesis: Genesis, tree: BlockTreeReader): string {
  const file = {
    config: writeGethConfig(rules, tree),
    nonce: toQuantity(BigInt(genesis.nonce)),
    timestamp: toQuantity(genesis.timestamp),
    extraData: genesis.extraData,
    gasLimit: toQuantity(genesis.gasLimit),
    difficulty: toQuantity(genesis.difficulty),
    mixHash: genesis.mixHash,
    coinbase: genesis.miner,
    alloc: Object.fromEntries(genesis.accounts.map(writeAccount)),
    number: '0x0',
    gasUsed: '0x0',
    parentHash: `0x${'00'.repeat(32)}`,
    baseFeePerGas: quantityOrNull(genesis.baseFeePerGas),
    excessBlobGas: quantityOrNull(genesis.excessBlobGas),
    blobGasUsed: quantityOrNull(genesis.blobGasUsed),
    ...(genesis.slotNumber !== undefined && { slotNumber: toQuantity(genesis.slotNumber) }),
  }
  return `${bigintJson(file, 2)}\n`
}

/** geth writes addresses without 0x here. */
function writeAccount({
  address,
  balance,
  nonce,
  code,
  storage,
}: GenesisAccount): [string, object] {
  return [
    address.slice(2),
    {
      ...(code !== '0x' && { code }),
      ...(Object.keys(storage).length > 0 && { storage }),
      balance: toQuantity(balance),
      ...(nonce > 0n && { nonce: toQuantity(nonce) }),
    },
  ]
}

/** geth computes fields that are null. */
function quantityOrNull(value: bigint | undefined): Hex | null {
  return value === undefined ? null : toQuantity(value)
}
