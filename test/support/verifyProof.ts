import { MerklePatriciaTrie, verifyMPTWithMerkleProof } from '@ethereumjs/mpt'
import { RLP } from '@ethereumjs/rlp'
import { bytesToBigInt, bytesToHex, hexToBytes, type PrefixedHexString } from '@ethereumjs/util'
import { keccak_256 } from '@noble/hashes/sha3.js'

/** The result of `eth_getProof`. */
export interface ProofJson {
  readonly address: string
  readonly accountProof: readonly string[]
  readonly balance: string
  readonly codeHash: string
  readonly nonce: string
  readonly storageHash: string
  readonly storageProof: readonly {
    readonly key: string
    readonly value: string
    readonly proof: readonly string[]
  }[]
}

const NO_HASH = `0x${'0'.repeat(64)}`
const EMPTY_ROOT = bytesToHex(keccak_256(Uint8Array.of(0x80)))

/**
 * Verifies a proof with stock parts only: the account against the state root of a header, each slot against the storage
 * root of the account. Throws if a node is wrong or missing, or a field differs from what is proved.
 *
 * @returns how many slots have a value, and whether the account exists
 */
export async function verifyProof(
  proof: ProofJson,
  stateRoot: string,
): Promise<{ readonly exists: boolean; readonly values: number }> {
  const account = await provedValue(stateRoot, proof.address, proof.accountProof)
  const fields = account && (RLP.decode(account) as Uint8Array[])
  const [nonce, balance, storageHash, codeHash] = fields ?? []
  requireSame('nonce', proof.nonce, quantity(nonce))
  requireSame('balance', proof.balance, quantity(balance))
  requireSame('storageHash', proof.storageHash, storageHash ? bytesToHex(storageHash) : NO_HASH)
  requireSame('codeHash', proof.codeHash, codeHash ? bytesToHex(codeHash) : NO_HASH)
  let values = 0
  for (const slot of proof.storageProof) {
    const isEmpty = [NO_HASH, EMPTY_ROOT].includes(proof.storageHash)
    if (isEmpty) requireSame('nodes', String(slot.proof.length), '0')
    const key = `0x${slot.key.slice(2).padStart(64, '0')}`
    const value = isEmpty ? null : await provedValue(proof.storageHash, key, slot.proof)
    if (value !== null) values++
    requireSame(
      'value',
      slot.value,
      quantity(value ? (RLP.decode(value) as Uint8Array) : undefined),
    )
  }
  return { exists: account !== null, values }
}

/** @param hashed what the trie has under its hash */
async function provedValue(
  root: string,
  hashed: string,
  proof: readonly string[],
): Promise<Uint8Array | null> {
  const key = keccak_256(hexToBytes(hashed as PrefixedHexString))
  const nodes = proof.map((node) => hexToBytes(node as PrefixedHexString))
  const rootHash = hexToBytes(root as PrefixedHexString)
  return verifyMPTWithMerkleProof(new MerklePatriciaTrie(), rootHash, key, nodes)
}

function quantity(bytes: Uint8Array = new Uint8Array(0)): string {
  return `0x${bytesToBigInt(bytes).toString(16)}`
}

function requireSame(name: string, found: string, proved: string): void {
  if (found !== proved) throw new Error(`${name} is ${found}, but ${proved} is proved`)
}
