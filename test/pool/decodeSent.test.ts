import {
  createAccessList2930Tx,
  createBlob4844Tx,
  createEOACode7702Tx,
  createFeeMarket1559Tx,
  createLegacyTx,
  type TypedTransaction,
} from '@ethereumjs/tx'
import { createAddressFromString } from '@ethereumjs/util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { signerOf } from '../../src/chain/accounts.ts'
import { createCommon } from '../../src/chain/protocol/common.ts'
import { scheduleForks } from '../../src/chain/protocol/forkSchedule.ts'
import type { ForkSchedule } from '../../src/chain/protocol/forks.ts'
import { decodeSentTransaction } from '../../src/pool/decodeSent.ts'
import { PoolError } from '../../src/pool/poolError.ts'
import { recoverSender } from '../../src/pool/sentSender.ts'
import { type SendingRules, validateSentTransaction } from '../../src/pool/validateSent.ts'
import { fromHex, toHex } from '../../src/primitives/hex.ts'
import { encodeRlp, type RlpItem } from '../../src/primitives/rlp.ts'
import { provenBlobs, versionedHash } from '../support/provenBlobs.ts'
import { sendingRules } from '../support/sendingRules.ts'

const chainId = 1337
const common = createCommon(
  { chainId, genesisTimestamp: 0, forks: scheduleForks({ prague: 0 }, 0) as ForkSchedule },
  'prague',
)
const rules: SendingRules = { ...sendingRules, feeCapEther: 0, allowsUnprotected: true }

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const word = fc.bigInt(0n, 2n ** 128n - 1n)
const signers = fc.constantFrom(1, 2, 3).map((key) => signerOf(new Uint8Array(32).fill(key)))

const call = {
  nonce: fc.bigInt(0n, 2n ** 32n),
  gasLimit: fc.bigInt(0n, 2n ** 40n),
  value: word,
  data: fc.uint8Array({ maxLength: 300 }),
}
const to = bytes(20).map((address) => createAddressFromString(toHex(address)))
const accessList = fc.array(
  fc.tuple(bytes(20), fc.array(bytes(32), { maxLength: 3 })).map(([address, storageKeys]) => ({
    address: toHex(address),
    storageKeys: storageKeys.map(toHex),
  })),
  { maxLength: 3 },
)
const fees = fc
  .tuple(word, word)
  .map(([one, other]) =>
    one > other
      ? { maxFeePerGas: one, maxPriorityFeePerGas: other }
      : { maxFeePerGas: other, maxPriorityFeePerGas: one },
  )
const hashes = fc.array(bytes(32).map(withVersion), { minLength: 1, maxLength: 4 })
const authorization = fc.record({
  chainId: word.map(hexOf),
  address: bytes(20).map(toHex),
  nonce: fc.bigInt(0n, 2n ** 32n).map(hexOf),
  yParity: fc.constantFrom('0x', '0x1') as fc.Arbitrary<`0x${string}`>,
  r: word.map((each) => hexOf(each + 1n)),
  s: word.map((each) => hexOf(each + 1n)),
})

function hexOf(value: bigint): `0x${string}` {
  return value === 0n ? '0x' : `0x${value.toString(16)}`
}

function withVersion(hash: Uint8Array): `0x${string}` {
  return `0x01${toHex(hash).slice(4)}`
}

/** Transactions of every type, made and signed by stock @ethereumjs/tx. */
const stock: fc.Arbitrary<TypedTransaction> = fc
  .tuple(
    fc.oneof(
      fc
        .record({ ...call, to: fc.option(to, { nil: undefined }), gasPrice: word })
        .map((given) => createLegacyTx(given as never, { common })),
      fc
        .record({ ...call, to: fc.option(to, { nil: undefined }), gasPrice: word, accessList })
        .map((given) => createAccessList2930Tx({ ...given, chainId } as never, { common })),
      fc
        .record({ ...call, to: fc.option(to, { nil: undefined }), fees, accessList })
        .map(({ fees, ...given }) =>
          createFeeMarket1559Tx({ ...given, ...fees, chainId } as never, { common }),
        ),
      fc
        .record({ ...call, to, fees, accessList, maxFeePerBlobGas: word, hashes })
        .map(({ fees, hashes, ...given }) =>
          createBlob4844Tx({ ...given, ...fees, blobVersionedHashes: hashes, chainId }, { common }),
        ),
      fc
        .record({
          ...call,
          to,
          fees,
          accessList,
          list: fc.array(authorization, { minLength: 1, maxLength: 3 }),
        })
        .map(({ fees, list, ...given }) =>
          createEOACode7702Tx({ ...given, ...fees, authorizationList: list, chainId }, { common }),
        ),
    ),
    signers,
  )
  .map(([transaction, { privateKey }]) => transaction.sign(privateKey))

describe('decodeSentTransaction', () => {
  it('reads what stock @ethereumjs/tx has signed', () => {
    fc.assert(
      fc.property(stock, (transaction) => {
        const encoded = transaction.serialize()
        const decoded = decodeSentTransaction(encoded)
        expect(decoded.hash).toBe(toHex(transaction.hash()))
        expect(decoded.type).toBe(transaction.type)
        expect(decoded.encoded).toEqual(encoded)
        expect(decoded.size).toBe(encoded.length)
        expect(recoverSender(decoded, rules)).toBe(transaction.getSenderAddress().toString())
        expect(decoded.fields).toMatchObject({
          nonce: transaction.nonce,
          gas: transaction.gasLimit,
          value: transaction.value,
          v: transaction.v,
          r: transaction.r,
          s: transaction.s,
        })
        expect(Buffer.from(decoded.fields.input).equals(transaction.data)).toBe(true)
        expect(decoded.fields.to && toHex(decoded.fields.to)).toBe(transaction.to?.toString())
        expectOwnFields(decoded.fields, transaction)
      }),
    )
  })

  it('throws nothing but PoolError about damaged bytes', () => {
    const damaged = fc
      .tuple(
        stock,
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 4 }),
        fc.nat(3),
      )
      .map(([transaction, changes, cut]) => {
        const encoded = transaction.serialize().slice(cut === 1 ? 1 : 0, cut === 2 ? -3 : undefined)
        for (const [at, value] of changes) encoded[at % encoded.length] = value
        return encoded
      })
    fc.assert(
      fc.property(fc.oneof(damaged, fc.uint8Array({ maxLength: 80 })), (encoded) => {
        try {
          validateSentTransaction(decodeSentTransaction(encoded), rules)
        } catch (error) {
          expect(error).toBeInstanceOf(PoolError)
        }
      }),
    )
  })
})

function expectOwnFields(fields: object, transaction: TypedTransaction): void {
  const names = ['gasPrice', 'maxFeePerGas', 'maxPriorityFeePerGas', 'maxFeePerBlobGas'] as const
  for (const name of names) {
    if (!(name in transaction)) continue
    expect(fields).toHaveProperty(name, transaction[name as keyof typeof transaction])
  }
  const lists = fields as {
    readonly blobVersionedHashes?: Uint8Array[]
    readonly accessList?: { readonly address: Uint8Array; readonly storageKeys: Uint8Array[] }[]
    readonly authorizationList?: { readonly nonce: bigint; readonly r: bigint }[]
  }
  if ('blobVersionedHashes' in transaction) {
    expect(lists.blobVersionedHashes?.map(toHex)).toEqual(transaction.blobVersionedHashes)
  }
  if ('accessList' in transaction) {
    const items = lists.accessList?.map(({ address, storageKeys }) => [address, storageKeys])
    expect(encodeRlp(items as RlpItem)).toEqual(encodeRlp(transaction.accessList as RlpItem))
  }
  if ('authorizationList' in transaction) {
    expect(lists.authorizationList).toHaveLength(transaction.authorizationList.length)
  }
}

const address = new Uint8Array(20).fill(7)
const empty = new Uint8Array(0)
const one = Uint8Array.of(1)
const ones = (length: number) => new Uint8Array(length).fill(1)
const legacyItems = [one, one, one, address, one, empty, Uint8Array.of(28), one, one]
/** A legacy transaction with another item. */
const legacy = (index: number, item: RlpItem) =>
  encodeRlp((legacyItems as RlpItem[]).with(index, item))
const typed = (type: number, ...items: RlpItem[]) =>
  Buffer.concat([Uint8Array.of(type), encodeRlp(items)])
const feeMarket: RlpItem[] = [one, one, one, one, one, address, one, empty]
const blobTransaction: RlpItem[] = [...feeMarket, [], one, [], empty, one, one]
const setCode = (index: number, item: RlpItem) =>
  typed(4, ...[...feeMarket, [], [], empty, one, one].with(index, item))
const LARGE_SIGNATURE = 'transaction chain id or signature value exceeds 256 bits'

describe('decodeSentTransaction says as geth', () => {
  it.each([
    ['no bytes', empty, 'typed transaction too short'],
    ['a type alone', Uint8Array.of(2), 'typed transaction too short'],
    ['an unknown type', Uint8Array.of(5, 0xc0), 'transaction type not supported'],
    ['type 0 before a list', Uint8Array.of(0, 0xc0), 'transaction type not supported'],
    ['a string', encodeRlp(address), 'rlp: expected input list for types.LegacyTx'],
    [
      'a length without its bytes',
      Uint8Array.of(0xf9, 1),
      'rlp: value size exceeds available input length',
    ],
    [
      'a long length of a short list',
      Uint8Array.of(0xf8, 1, 1),
      'rlp: non-canonical size information for types.LegacyTx',
    ],
    ['an empty list', Uint8Array.of(0xc0), 'rlp: too few elements for types.LegacyTx'],
    [
      'a field more',
      encodeRlp([...legacyItems, one]),
      'rlp: input list has too many elements for types.LegacyTx',
    ],
    [
      'bytes after the list',
      Uint8Array.of(...encodeRlp(legacyItems), 0),
      'rlp: input contains more than one value',
    ],
    [
      'a leading zero',
      legacy(0, Uint8Array.of(0, 200)),
      'rlp: non-canonical integer (leading zero bytes) for uint64, decoding into (types.LegacyTx).Nonce',
    ],
    [
      'a nonce of 9 bytes',
      legacy(0, ones(9)),
      'rlp: input string too long for uint64, decoding into (types.LegacyTx).Nonce',
    ],
    [
      'a list as a price',
      legacy(1, []),
      'rlp: expected input string or byte for *big.Int, decoding into (types.LegacyTx).GasPrice',
    ],
    [
      'a short address',
      legacy(3, address.subarray(1)),
      'rlp: input string too short for common.Address, decoding into (types.LegacyTx).To',
    ],
    [
      'an empty list as an address',
      legacy(3, []),
      'rlp: wrong kind of empty value (got List, want String) for *common.Address, decoding into (types.LegacyTx).To',
    ],
    [
      'a short key of an access list',
      typed(2, ...feeMarket, [[address, [address]]], empty, one, one),
      'rlp: input string too short for common.Hash, decoding into (types.DynamicFeeTx).AccessList[0].StorageKeys[0]',
    ],
    ['a value of 33 bytes in type 4', setCode(6, ones(33)), 'rlp: value too large for uint256'],
    ['33 bytes as v', legacy(6, ones(33)), LARGE_SIGNATURE],
    ['33 bytes as r', legacy(7, ones(33)), LARGE_SIGNATURE],
    ['33 bytes as s', legacy(8, ones(33)), LARGE_SIGNATURE],
    [
      'a chain id of 33 bytes',
      typed(2, ones(33), ...feeMarket.slice(1), [], empty, one, one),
      LARGE_SIGNATURE,
    ],
    [
      'no recipient in type 4',
      setCode(5, empty),
      'rlp: input string too short for common.Address, decoding into (types.SetCodeTx).To',
    ],
    [
      'an authorization without its signature',
      setCode(9, [[one, address, one]]),
      'rlp: too few elements for types.SetCodeAuthorization, decoding into (types.SetCodeTx).AuthList[0]',
    ],
    ['type 3 with nothing', Uint8Array.of(3, 0xc0), 'unexpected EOF'],
    ['type 3 with a string', Uint8Array.of(3, 0x80), 'rlp: expected List'],
    [
      'a short blob',
      typed(3, blobTransaction, [address], [], []),
      'rlp: input string too short for kzg4844.Blob, decoding into (types.blobTxWithBlobsV0).Blobs[0]',
    ],
    [
      'an unknown version of a sidecar',
      typed(3, blobTransaction, Uint8Array.of(2), [], [], []),
      'unsupported blob tx version 2',
    ],
  ])('%s', (_, encoded, message) => {
    const code = message.endsWith('not supported') ? 'TYPE_NOT_SUPPORTED' : 'INVALID_ENCODING'
    expect(() => decodeSentTransaction(encoded)).toThrow(expect.objectContaining({ code, message }))
  })
})

describe('what is much too large', () => {
  it.each([
    [2, 131_072],
    [3, 1_048_576],
    [0xf9, 131_072],
  ])('is refused before it is decoded, where the first byte is %i', (first, limit) => {
    const size = 2 * limit + 1
    const encoded = new Uint8Array(size).fill(first, 0, 1)
    const message = `oversized data: transaction size ${size}, limit ${limit}`
    expect(() => decodeSentTransaction(encoded)).toThrow(
      expect.objectContaining({ code: 'OVERSIZED', message }),
    )
    expect(() => decodeSentTransaction(encoded.subarray(0, size - 1))).toThrow('rlp')
  })
})

describe('a transaction with blobs', () => {
  const [proven] = provenBlobs()
  if (proven === undefined) throw new Error('no blob')
  const { blob, commitment, proof, cellProofs } = proven
  const signed = createBlob4844Tx(
    {
      chainId,
      nonce: 1,
      gasLimit: 21_000,
      maxFeePerGas: 9,
      maxPriorityFeePerGas: 1,
      maxFeePerBlobGas: 1,
      to: createAddressFromString(toHex(address)),
      blobVersionedHashes: [toHex(versionedHash(commitment))],
    },
    { common },
  ).sign(new Uint8Array(32).fill(1))

  it.each([
    ['EIP-4844', 0, [], [proof]],
    ['EIP-7594', 1, [one], cellProofs],
  ] as const)('in the form of %s is stored without them', (_, version, prefix, proofs) => {
    const sent = typed(3, signed.raw() as RlpItem, ...prefix, [blob], [commitment], proofs)
    const decoded = decodeSentTransaction(sent)
    expect(decoded.encoded).toEqual(signed.serialize())
    expect(decoded.hash).toBe(toHex(signed.hash()))
    expect(decoded.size).toBe(sent.length)
    expect(recoverSender(decoded, rules)).toBe(signed.getSenderAddress().toString())
    const { sidecar } = decoded
    expect(sidecar?.version).toBe(version)
    expect(sidecar?.blobs.map((each) => Buffer.from(each).equals(blob))).toEqual([true])
    expect(sidecar?.commitments.map(toHex)).toEqual([toHex(commitment)])
    expect(sidecar?.proofs.map(toHex)).toEqual(proofs.map(toHex))
    expect(fromHex(decoded.hash)).toEqual(signed.hash())
  })
})
