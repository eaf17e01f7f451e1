import { type AccountProof, proveAccount } from '../../chain/state/accountProof.ts'
import { isHashed } from '../../chain/state/hashState.ts'
import { type Hex, toHex, toQuantity } from '../../primitives/hex.ts'
import { encodeResultParts } from '../answer.ts'
import { RequestError } from '../errors.ts'
import { method } from '../method.ts'
import { address } from '../params/address.ts'
import { stateBlock } from '../params/stateBlock.ts'
import { decodeStorageKey, isWholeStorageKey } from '../params/storageKey.ts'
import { storageKeys } from '../params/storageKeys.ts'
import { arrayOf, closedObject, ref, type Schema } from '../schemas/schema.ts'
import { answerFromState } from '../stateAnswers.ts'
import { doSteps } from '../steps.ts'

/** As in geth. */
const KEYS_MAX = 1024

/** How many slots are proved at once: less than a millisecond. */
const IMMEDIATE_KEYS = 16

const nodes: Schema = {
  ...arrayOf(ref('Bytes')),
  description: 'The RLP of the trie nodes on the path to the value, root first.',
}

/** An account and slots of it, with Merkle proofs against the block's state root (EIP-1186). */
export const eth_getProof = method({
  name: 'eth_getProof',
  set: 'all',
  does: 'reads',
  faults: ['state', 'proof'],
  summary: 'An account and slots of its storage, with Merkle proofs (EIP-1186).',
  params: [address, storageKeys, stateBlock],
  result: {
    name: 'proof',
    schema: closedObject({
      address: ref('Address'),
      accountProof: nodes,
      balance: ref('Quantity'),
      codeHash: ref('Hash', 'Zeros for an account that does not exist.'),
      nonce: ref('Quantity'),
      storageHash: ref('Hash', 'Zeros for an account that does not exist.'),
      storageProof: arrayOf(
        closedObject({
          key: {
            description: 'As requested if it has 32 bytes, otherwise a number.',
            type: 'string',
            pattern: '^0x([0-9a-f]{64}|0|[1-9a-f][0-9a-f]*)$',
          },
          value: ref('Quantity'),
          proof: nodes,
        }),
      ),
    }),
  },
  errors: ['UNKNOWN_BLOCK', 'SERVER_ERROR'],
  run: ([account, texts, block], context) => {
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
  },
})

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
