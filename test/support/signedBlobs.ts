import { fromRlp as decodeRlp, type Hex, toHex, toRlp } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { CHAIN_ID } from '../../src/chain/protocol/rules.ts'
import { TEST_MNEMONIC } from '../../src/chain/spec/spec.ts'
import { type ProvenBlob, provenBlobs, versionedHash } from './provenBlobs.ts'

const account = mnemonicToAccount(TEST_MNEMONIC)
const GWEI = 10n ** 9n

/**
 * Signs a transaction of the first account that has blobs.
 *
 * @param version of their proofs
 */
export async function signedBlobs(
  nonce: number,
  blobs: readonly ProvenBlob[] = provenBlobs(),
  version: 0 | 1 = 0,
): Promise<Hex> {
  const raw = await account.signTransaction({
    type: 'eip4844',
    chainId: CHAIN_ID,
    to: account.address,
    gas: 100_000n,
    maxFeePerGas: 400n * GWEI,
    maxPriorityFeePerGas: 2n * GWEI,
    nonce,
    maxFeePerBlobGas: 100n * GWEI,
    blobVersionedHashes: blobs.map(({ commitment }) => toHex(versionedHash(commitment))),
    sidecars: blobs.map(({ blob, commitment, proof }) => ({
      blob: toHex(blob),
      commitment: toHex(commitment),
      proof: toHex(proof),
    })),
  })
  if (version === 0) return raw
  // viem has no proofs of cells.
  const [transaction, contents, commitments] = decodeRlp(`0x${raw.slice(4)}`) as Hex[][]
  const proofs = blobs.flatMap(({ cellProofs }) => cellProofs.map((proof) => toHex(proof)))
  const items = [transaction, '0x01', contents, commitments, proofs] as Hex[]
  return `0x03${toRlp(items).slice(2)}`
}
