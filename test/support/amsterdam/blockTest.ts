import { decodeBlock } from '../../../src/chain/encoding/decode.ts'
import { headerFieldNames } from '../../../src/chain/encoding/header.ts'
import { type Hex, toHex, toQuantity } from '../../../src/primitives/hex.ts'
import type { RandomBlock } from './randomBlock.ts'

/** Their names in ethereum/tests, where they are not those of JSON-RPC. */
const names: Readonly<Record<string, string>> = {
  sha3Uncles: 'uncleHash',
  miner: 'coinbase',
  transactionsRoot: 'transactionsTrie',
  receiptsRoot: 'receiptTrie',
  logsBloom: 'bloom',
}

/** A block as a blockchain test of ethereum/tests. */
export function blockTest({ genesis, first, block }: RandomBlock): object {
  const { sealed } = block
  return {
    network: 'Amsterdam',
    sealEngine: 'NoProof',
    config: { network: 'Amsterdam', chainid: '0x01' },
    genesisBlockHeader: headerOf(first.sealed),
    pre: Object.fromEntries(
      genesis.accounts.map(({ address, balance, nonce, code, storage }) => [
        address,
        { balance: toQuantity(balance), nonce: toQuantity(nonce), code, storage },
      ]),
    ),
    blocks: [{ rlp: toHex(sealed.rlp), blockHeader: headerOf(sealed) }],
    lastblockhash: sealed.hash,
    postStateHash: decodeBlock(sealed).header.stateRoot,
  }
}

function headerOf(sealed: Parameters<typeof decodeBlock>[0]): Record<string, Hex> {
  const { header, hash } = decodeBlock(sealed)
  const fields = headerFieldNames.map((name) => {
    const value = header[name] as Hex | bigint | number
    return [names[name] ?? name, typeof value === 'string' ? value : toQuantity(value)]
  })
  return { ...Object.fromEntries(fields), hash }
}
