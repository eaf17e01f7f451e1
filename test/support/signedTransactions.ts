import { type Hex, toHex } from 'viem'
import { mnemonicToAccount, signAuthorization } from 'viem/accounts'
import { CHAIN_ID } from '../../src/chain/protocol/rules.ts'
import { TEST_MNEMONIC } from '../../src/chain/spec/spec.ts'
import { sha256 } from '../../src/primitives/sha256.ts'
import { type ProvenBlob, provenBlobs } from './provenBlobs.ts'

const account = mnemonicToAccount(TEST_MNEMONIC, { addressIndex: 7 })
const TO = `0x${'7'.repeat(40)}` as const
const GWEI = 10n ** 9n

const common = { chainId: CHAIN_ID, to: TO, gas: 100_000n, value: 3n }
const fees = { maxFeePerGas: 40n * GWEI, maxPriorityFeePerGas: 2n * GWEI }
const [{ blob, commitment, proof }] = provenBlobs() as [ProvenBlob]
const privateKey = toHex(account.getHdKey().privateKey as Uint8Array)
const authorization = { address: TO, chainId: CHAIN_ID, nonce: 1 }

/** Signed transactions of all types, and replacements of some: with the nonces 0 and 1 of one account. */
export const signedTransactions: readonly Hex[] = await Promise.all([
  account.signTransaction({ ...common, type: 'legacy', nonce: 0, gasPrice: 40n * GWEI }),
  account.signTransaction({ ...common, type: 'eip2930', nonce: 1, gasPrice: 40n * GWEI }),
  account.signTransaction({ ...common, ...fees, type: 'eip1559', nonce: 1 }),
  account.signTransaction({ ...common, ...times(2n), type: 'eip1559', nonce: 0 }),
  account.signTransaction({ ...common, ...times(4n), type: 'eip1559', nonce: 1 }),
  account.signTransaction({
    ...common,
    ...fees,
    type: 'eip7702',
    nonce: 1,
    authorizationList: [await signAuthorization({ ...authorization, privateKey })],
  }),
  account.signTransaction({
    ...common,
    ...fees,
    type: 'eip4844',
    nonce: 0,
    maxFeePerBlobGas: 10n * GWEI,
    blobVersionedHashes: [toHex(Uint8Array.from([1, ...sha256(commitment).subarray(1)]))],
    sidecars: [{ blob: toHex(blob), commitment: toHex(commitment), proof: toHex(proof) }],
  }),
])

function times(factor: bigint) {
  const { maxFeePerGas, maxPriorityFeePerGas } = fees
  return {
    maxFeePerGas: factor * maxFeePerGas,
    maxPriorityFeePerGas: factor * maxPriorityFeePerGas,
  }
}
