import { type AccountProof, proveAccount } from '../../chain/state/accountProof.ts'
import { isHashed } from '../../chain/state/hashState.ts'
import { type Hex, toHex, toQuantity } from '../../primitives/hex.ts'
import { encodeResultParts } from '../answer.ts'
import { RequestError } from '../errors.ts'
import type { Method } from '../method.ts'
import { address } from '../params/address.ts'
import { readArguments } from '../params/arguments.ts'
import { stateBlock } from '../params/stateBlock.ts'
import { decodeStorageKey, isWholeStorageKey } from '../params/storageKey.ts'
import { storageKeys } from '../params/storageKeys.ts'
import { answerFromState } from '../stateAnswers.ts'
import { doSteps } from '../steps.ts'

/** As in geth. */
const KEYS_MAX = 1024

/** How many slots are proved at once: less than a millisecond. */
const IMMEDIATE_KEYS = 16

/**
 * An account and slots of it, with Merkle proofs against the block's state root (EIP-1186).
 *
 * 1. address: DATA, 20 bytes
 * 2. slots: array of at most 1,024 slots, each up to 32 bytes in hex
 * 3. block: as `stateBlock` reads it; default: `latest`
 *
 * Result: object; as in geth, the code hash and the storage hash of a missing account are zeros.
 */
export const eth_getProof: Method = (params, context) => {
  const [account, texts, block] = readArguments(
    params,
    context,
    [address, storageKeys],
    [stateBlock],
  )
  if (texts.length > KEYS_MAX) {
    const message = `too many storage keys requested (max ${KEYS_MAX}, got ${texts.length})`
    throw new RequestError('INVALID_PARAMS', message)
  }
  const keys = texts.map((text) => ({
    slot: decodeStorageKey(text),
    isWhole: isWholeStorageKey(text),
  }))
  return answerFromState(context, block, (state) => {
    const slots = keys.map(({ slot }) => slot)
    const isShort = slots.length <= IMMEDIATE_KEYS && isHashed(state)
    const proof = doSteps(proveAccount(state, account, slots), isShort, context.runLong)
    const write = (found: AccountProof) => encodeResultParts([writeProof(account, keys, found)])
    return proof instanceof Promise ? proof.then(write) : write(proof)
  })
}

interface RequestedSlot {
  readonly slot: Hex
  /** whether the client wrote all 32 bytes */
  readonly isWhole: boolean
}

/** Joins the proofs without `JSON.stringify`, which takes twice as long: 1,024 slots have 3 MB and more. */
function writeProof(address: Hex, keys: readonly RequestedSlot[], found: AccountProof): string {
  const { account, accountProof, slots } = found
  const members = JSON.stringify({
    address,
    accountProof,
    balance: toQuantity(account?.balance ?? 0n),
    codeHash: account === undefined ? NO_HASH : toHex(account.codeHash),
    nonce: toQuantity(account?.nonce ?? 0n),
    storageHash: account === undefined ? NO_HASH : toHex(account.storage.root()),
  })
  const storageProof = slots.map(({ value, proof }, index) => {
    const key = keyOf(keys[index] as RequestedSlot)
    const nodes = proof.length === 0 ? '' : `"${proof.join('","')}"`
    return `{"key":"${key}","value":"${toQuantity(value)}","proof":[${nodes}]}`
  })
  return `${members.slice(0, -1)},"storageProof":[${storageProof.join(',')}]}`
}

const NO_HASH = `0x${'0'.repeat(64)}`

/** As in geth: DATA if the client wrote all 32 bytes, otherwise QUANTITY. */
function keyOf({ slot, isWhole }: RequestedSlot): Hex {
  return isWhole ? slot : toQuantity(BigInt(slot))
}
