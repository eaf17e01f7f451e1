import { describe, expect, it } from 'vitest'
import { signerOf } from '../../src/chain/accounts.ts'
import { encodeTyped } from '../../src/chain/encoding/encodeTyped.ts'
import {
  type FieldValues,
  type SigningTerms,
  signatureItems,
  signItems,
} from '../../src/chain/execution/signItems.ts'
import { decodeSentTransaction } from '../../src/pool/decodeSent.ts'
import { type SendingRules, validateSentTransaction } from '../../src/pool/validateSent.ts'
import { toBigInt, toHex, toMinimalBytes } from '../../src/primitives/hex.ts'
import { keccak256 } from '../../src/primitives/keccak.ts'
import type { RlpItem } from '../../src/primitives/rlp.ts'
import { sign } from '../../src/primitives/secp256k1.ts'
import { sendingRules } from '../support/sendingRules.ts'

const alice = signerOf(new Uint8Array(32).fill(1))
const bob = signerOf(new Uint8Array(32).fill(2))
const sender = toHex(alice.address)
const chainId = 1337n
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

const usual: FieldValues = {
  chainId,
  nonce: 3n,
  gasPrice: 100n,
  maxFeePerGas: 100n,
  maxPriorityFeePerGas: 10n,
  maxFeePerBlobGas: 5n,
  gas: 21_000n,
  to: bob.address,
  value: 7n,
  input: new Uint8Array(0),
  accessList: [],
  blobVersionedHashes: [],
  authorizationList: [],
}

interface Given {
  readonly type?: SigningTerms['type']
  readonly values?: FieldValues
  readonly isProtected?: boolean
  /** of the chain that signs */
  readonly signedFor?: bigint
  /** changes the items after they were signed */
  readonly change?: (items: readonly RlpItem[]) => readonly RlpItem[]
  readonly rules?: Partial<SendingRules>
}

function encodedOf({ type = 2, values, isProtected = true, signedFor = chainId, change }: Given) {
  const terms = { type, chainId: signedFor, replayProtected: isProtected }
  const { items } = signItems({ ...usual, ...values }, terms, alice.privateKey)
  return encodeTyped(type, change?.(items) ?? items)
}

const validate = (given: Given) =>
  validateSentTransaction(decodeSentTransaction(encodedOf(given)), {
    ...sendingRules,
    ...given.rules,
  })

function authorizationOf(nonce: number, change = (item: RlpItem): RlpItem => item): RlpItem {
  const unsigned = [toMinimalBytes(chainId), alice.address, toMinimalBytes(nonce)]
  const { yParity, ...rest } = sign(keccak256(encodeTyped(5, unsigned)), bob.privateKey)
  const [v, r, s] = signatureItems(BigInt(yParity), { ...rest, yParity }) as [
    RlpItem,
    RlpItem,
    RlpItem,
  ]
  return [...unsigned, v, r, change(s)]
}

describe('a valid transaction', () => {
  it.each([0, 1, 2, 4] as const)('of type %i has what the pool needs', (type) => {
    const authorizationList = type === 4 ? [authorizationOf(0), authorizationOf(1)] : []
    const gas = type === 4 ? 71_000n : 21_000n
    const given = { type, values: { gas, authorizationList } } as const
    const sent = validate(given)
    const encoded = encodedOf(given)
    expect(sent).toMatchObject({
      sender,
      type,
      encoded,
      nonce: 3n,
      gas,
      feeCap: 100n,
      hash: toHex(keccak256(encoded)),
      tipCap: type < 2 ? 100n : 10n,
      cost: gas * 100n + 7n,
      authorities: type === 4 ? [toHex(bob.address)] : [],
    })
    expect(sent.blobFeeCap).toBeUndefined()
    expect(sent.bytes).toBeGreaterThan(encoded.length)
  })

  it('may have any nonce but the highest, exactly', () => {
    for (const nonce of [2n ** 53n + 1n, 2n ** 64n - 2n]) {
      expect(validate({ type: 0, values: { nonce } }).nonce).toBe(nonce)
    }
  })

  it('may have authorizations with wrong signatures, which have no authority', () => {
    const wrong = authorizationOf(0, (s) => toMinimalBytes(ORDER - toBigInt(s as Uint8Array)))
    const values = { gas: 71_000n, authorizationList: [wrong] }
    expect(validate({ type: 4, values }).authorities).toEqual([])
  })

  it('without EIP-155 is accepted where that is allowed, and before that fork', () => {
    const given = { type: 0, isProtected: false } as const
    expect(validate({ ...given, rules: { allowsUnprotected: true } }).sender).toBe(sender)
    const homestead = { allowsUnprotected: true, hasReplayProtection: false, fork: 'homestead' }
    expect(validate({ ...given, rules: homestead as Partial<SendingRules> }).sender).toBe(sender)
    const bound = { type: 0, rules: homestead as Partial<SendingRules> } as const
    expect(() => validate(bound)).toThrow('invalid sender: invalid transaction v, r, s values')
  })
})

const replaceSignature =
  (changed: { v?: bigint; r?: bigint; s?: (s: bigint) => bigint }) =>
  (items: readonly RlpItem[]): RlpItem[] => {
    const [v, r, s] = items.slice(-3).map((item) => toBigInt(item as Uint8Array)) as [
      bigint,
      bigint,
      bigint,
    ]
    const next = [changed.v ?? v, changed.r ?? r, changed.s?.(s) ?? s]
    return [...items.slice(0, -3), ...next.map(toMinimalBytes)]
  }

const creation = { to: undefined, gas: 10_000_000n, maxFeePerGas: 10n }
const word = 2n ** 256n

describe('a transaction is refused', () => {
  it.each<[string, Given, code: string, message: string]>([
    [
      'if it may pay more than an ether',
      { values: { gas: 10n ** 6n, maxFeePerGas: 1_015_000_000_000n } },
      'FEE_CAP_EXCEEDED',
      'tx fee (1.01 ether) exceeds the configured cap (1.00 ether)',
    ],
    [
      'if it may pay more than a float can say',
      { type: 0, values: { gasPrice: 2n ** 1100n } },
      'FEE_CAP_EXCEEDED',
      'tx fee (+Inf ether) exceeds the configured cap (1.00 ether)',
    ],
    [
      'without EIP-155',
      { type: 0, isProtected: false },
      'NOT_REPLAY_PROTECTED',
      'only replay-protected (EIP-155) transactions allowed over RPC',
    ],
    [
      'if it is too large',
      { values: { input: new Uint8Array(131_072) } },
      'OVERSIZED',
      'oversized data: transaction size 131180, limit 131072',
    ],
    [
      'if the fork does not have access lists',
      { rules: { fork: 'istanbul' } },
      'TYPE_NOT_SUPPORTED',
      'transaction type not supported: type 2 rejected, pool not yet in Berlin',
    ],
    [
      'if the fork does not have its type',
      { type: 4, rules: { fork: 'cancun' } },
      'TYPE_NOT_SUPPORTED',
      'transaction type not supported: type 4 rejected, pool not yet in Prague',
    ],
    [
      'with too much initcode',
      { values: { ...creation, input: new Uint8Array(49_153) } },
      'INITCODE_TOO_LARGE',
      'max initcode size exceeded: code size 49153 limit 49152',
    ],
    [
      'with more gas than Osaka allows',
      { values: { gas: 16_777_217n } },
      'GAS_LIMIT_TOO_HIGH',
      'transaction gas limit too high (cap: 16777216, tx: 16777217)',
    ],
    [
      'with more gas than a block has',
      { values: { gas: 60_000_001n }, rules: { fork: 'prague' } },
      'EXCEEDS_BLOCK_GAS_LIMIT',
      'exceeds block gas limit',
    ],
    [
      'if its fee has more than 256 bits',
      { values: { maxFeePerGas: word }, rules: { feeCapEther: 0 } },
      'FEE_OUT_OF_RANGE',
      'max fee per gas higher than 2^256-1',
    ],
    [
      'if its tip has more than 256 bits',
      { values: { maxPriorityFeePerGas: word } },
      'FEE_OUT_OF_RANGE',
      'max priority fee per gas higher than 2^256-1',
    ],
    [
      'if its tip is higher than its fee',
      { values: { maxPriorityFeePerGas: 101n } },
      'TIP_ABOVE_FEE_CAP',
      'max priority fee per gas higher than max fee per gas',
    ],
    [
      'for a chain with a huge id',
      { values: { chainId: 2n ** 256n } },
      'INVALID_ENCODING',
      'transaction chain id or signature value exceeds 256 bits',
    ],
    [
      'with the highest nonce',
      { values: { nonce: 2n ** 64n - 1n } },
      'NONCE_MAX',
      'nonce has max value',
    ],
    [
      'if its value has more than 256 bits',
      { values: { value: word } },
      'INSUFFICIENT_FUNDS',
      'insufficient funds for gas * price + value',
    ],
    [
      'without the gas that it costs at least',
      { values: { gas: 20_999n } },
      'INTRINSIC_GAS',
      'intrinsic gas too low: gas 20999, minimum needed 21000',
    ],
    [
      'without the gas of its lists',
      { values: { accessList: [[alice.address, [new Uint8Array(32)]]], gas: 25_299n } },
      'INTRINSIC_GAS',
      'intrinsic gas too low: gas 25299, minimum needed 25300',
    ],
    [
      'without the gas of a creation',
      { values: { to: undefined, input: Uint8Array.of(0, 1), gas: 53_021n } },
      'INTRINSIC_GAS',
      'intrinsic gas too low: gas 53021, minimum needed 53022',
    ],
    [
      'without the gas of its input from Prague on',
      { values: { input: Uint8Array.of(0, 1), gas: 21_049n } },
      'FLOOR_DATA_GAS',
      'insufficient gas for floor data gas cost: gas 21049, minimum needed 21050',
    ],
    [
      'without a tip',
      { values: { maxPriorityFeePerGas: 0n } },
      'TIP_TOO_LOW',
      'transaction gas price below minimum: gas tip cap 0, minimum needed 1',
    ],
    [
      'of type 4 without authorizations',
      { type: 4 },
      'NO_AUTHORIZATIONS',
      'set code tx must have at least one authorization tuple',
    ],
    [
      'with blobs that were not sent',
      { type: 3 },
      'INVALID_SIDECAR',
      'missing sidecar in blob transaction',
    ],
  ])('%s', (_, given, code, message) => {
    expect(() => validate(given)).toThrow(expect.objectContaining({ code, message }))
  })

  const wrongValues = 'invalid transaction v, r, s values'

  it.each<[string, Given, problem: string]>([
    [
      'for another chain',
      { values: { chainId: 1n } },
      'invalid chain id for signer: have 1 want 1337',
    ],
    [
      'for another chain, with EIP-155',
      { type: 0, signedFor: 5n },
      'invalid chain id for signer: have 5 want 1337',
    ],
    [
      'with a v below those of EIP-155',
      { type: 0, change: replaceSignature({ v: 29n }) },
      'invalid chain id for signer: have 9223372036854775805 want 1337',
    ],
    ['with a parity of 2', { change: replaceSignature({ v: 2n }) }, wrongValues],
    ['with an r of 0', { change: replaceSignature({ r: 0n }) }, wrongValues],
    [
      'with an s in the upper half (EIP-2)',
      { change: replaceSignature({ s: (s) => ORDER - s }) },
      wrongValues,
    ],
    ['if no key fits its signature', { change: replaceSignature({ r: 5n }) }, 'recovery failed'],
  ])('because its sender is unknown: %s', (_, given, problem) => {
    expect(() => validate(given)).toThrow(
      expect.objectContaining({ code: 'INVALID_SENDER', message: `invalid sender: ${problem}` }),
    )
  })

  it('for the first reason that geth finds', () => {
    const change = replaceSignature({ r: 0n })
    expect(() => validate({ change, values: { gas: 2n ** 40n, maxFeePerGas: 10n } })).toThrow(
      'transaction gas limit too high',
    )
    expect(() => validate({ change, values: { gas: 20_000n } })).toThrow(wrongValues)
  })
})
