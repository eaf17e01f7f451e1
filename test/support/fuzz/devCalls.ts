import fc from 'fast-check'
import { toHex } from '../../../src/primitives/hex.ts'
import { devMethods } from '../../../src/rpc/control/devMethods.ts'
import { walletMethods } from '../../../src/rpc/methods/methodRegistry.ts'
import { anyJson } from './hostileBody.ts'

/** What calls of sending and of moves may name. */
export interface KnownValues {
  /** of accounts with keys, of others and of contracts */
  readonly addresses: readonly string[]
  /** of blocks and transactions */
  readonly hashes: readonly string[]
  /** signed transactions as they are sent, valid ones included */
  readonly signed: readonly Uint8Array[]
}

const quote = (text: string): string => JSON.stringify(text)
const hex = (value: bigint | number): string => `0x${value.toString(16)}`

/** Small, because a move may mine as many blocks, or far beyond every limit. */
const quantity = fc.oneof(
  { weight: 30, arbitrary: fc.nat(4).map(hex) },
  { weight: 1, arbitrary: fc.bigInt({ min: 2n ** 53n, max: 2n ** 257n }).map(hex) },
)
const number = fc.oneof(quantity.map(quote), fc.integer({ min: -1, max: 4 }).map(String))
const gas = fc.constantFrom('0x5208', '0x5207', '0x186a0', '0x1c9c380', '0x0').map(quote)
const fee = fc
  .constantFrom('0x0', '0x1', '0x77359400', '0x174876e800', '0xde0b6b3a7640000')
  .map(quote)

/** Creation code that returns, reverts, loops or means nothing. */
const code = fc.oneof(
  fc.constantFrom('0x', '0x00', '0x60006000fd', '0x5b600056', '0x6001600055600260015500', '0xfe'),
  fc.uint8Array({ maxLength: 60 }).map(toHex),
)

/** Some bytes of a signed transaction changed, removed or repeated. */
function mutated(signed: readonly Uint8Array[]): fc.Arbitrary<string> {
  const change = fc.tuple(fc.nat(), fc.uint8Array({ maxLength: 3 }), fc.nat(3))
  return fc
    .tuple(
      fc.constantFrom(...signed),
      fc.oneof(fc.constant([]), fc.array(change, { maxLength: 3 })),
      fc.boolean(),
    )
    .map(([bytes, changes, isNearStart]) => {
      let changed = Buffer.from(bytes)
      for (const [place, piece, kind] of changes) {
        const at = place % Math.max(isNearStart ? Math.min(40, changed.length) : changed.length, 1)
        const [before, after] = [changed.subarray(0, at), changed.subarray(at)]
        if (kind === 0) changed = Buffer.concat([before, piece, after])
        else if (kind === 1) changed = Buffer.concat([before, piece, after.subarray(piece.length)])
        else if (kind === 2) changed = Buffer.concat([before, after.subarray(piece.length + 1)])
        else changed = Buffer.from(before)
      }
      return toHex(changed)
    })
}

/** An object with some members, most of them of the right kind. */
function objectOf(members: Readonly<Record<string, fc.Arbitrary<string>>>): fc.Arbitrary<string> {
  return fc
    .record(
      Object.fromEntries(
        Object.entries(members).map(([name, value]) => [
          name,
          fc.oneof({ weight: 60, arbitrary: value }, { weight: 1, arbitrary: anyJson }),
        ]),
      ),
      { requiredKeys: [] },
    )
    .map((drawn) => {
      const written = Object.entries(drawn).map(([name, value]) => `${quote(name)}:${value}`)
      return `{${written.join()}}`
    })
}

function transactionOf({ addresses, hashes }: KnownValues): fc.Arbitrary<string> {
  const address = fc.constantFrom(...addresses).map(quote)
  const entry = fc
    .tuple(address, fc.array(fc.constantFrom(...hashes).map(quote), { maxLength: 2 }))
    .map(([at, keys]) => `{"address":${at},"storageKeys":[${keys}]}`)
  const authorization = objectOf({
    chainId: quantity.map(quote),
    address,
    nonce: quantity.map(quote),
    yParity: quantity.map(quote),
    r: fc.constantFrom(...hashes).map(quote),
    s: fc.constantFrom(...hashes).map(quote),
  })
  const list = (item: fc.Arbitrary<string>) =>
    fc.array(item, { maxLength: 2 }).map((items) => `[${items}]`)
  return fc
    .tuple(
      address,
      objectOf({
        to: address,
        value: quantity.map(quote),
        gas,
        gasPrice: fee,
        maxFeePerGas: fee,
        maxPriorityFeePerGas: fee,
        maxFeePerBlobGas: fee,
        nonce: quantity.map(quote),
        data: code.map(quote),
        input: code.map(quote),
        type: quantity.map(quote),
        chainId: quantity.map(quote),
        accessList: list(entry),
        authorizationList: list(authorization),
        blobVersionedHashes: list(fc.constantFrom(...hashes).map(quote)),
        blobs: list(code.map(quote)),
      }),
    )
    .map(([from, rest]) =>
      rest === '{}' ? `{"from":${from}}` : `{"from":${from},${rest.slice(1)}`,
    )
}

const typedData = objectOf({
  types: fc.constantFrom(
    '{"EIP712Domain":[{"name":"name","type":"string"}],"Mail":[{"name":"to","type":"address"}]}',
    '{"EIP712Domain":[],"Mail":[{"name":"again","type":"Mail"}]}',
    '{"Mail":[{"name":"list","type":"uint8[2][]"}]}',
    '{"__proto__":[],"Mail":[{"name":"__proto__","type":"constructor"}]}',
  ),
  primaryType: fc.constantFrom('"Mail"', '"EIP712Domain"', '"Nothing"', '"__proto__"'),
  domain: fc.constantFrom('{}', '{"name":"ommer"}', '{"chainId":1e400}', 'null'),
  message: fc.constantFrom('{}', '{"to":"0x1"}', '{"list":[[1,2]]}', '{"again":{"again":null}}'),
})

/** Options of moves: of a reorg, of a block that is mined, of finality and lag. */
function optionsOf(known: KnownValues, signed: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const name = fc.oneof(signed, fc.constantFrom(...known.hashes).map(quote), number)
  const lists = fc
    .array(
      fc.array(name, { maxLength: 3 }).map((names) => `[${names}]`),
      { maxLength: 3 },
    )
    .map((each) => `[${each}]`)
  return objectOf({
    depth: number,
    length: number,
    transactions: lists,
    force: fc.constantFrom('true', 'false'),
    to: name,
    blocks: number,
    interval: number,
    safe: number,
    finalized: number,
    behind: fc.constantFrom('"dev"', '"a"', '"b"', '"nobody"'),
    timestamp: number,
  })
}

/** Calls of moves with the params that they want. */
function plausibleMoves(known: KnownValues): fc.Arbitrary<DevCall> {
  const address = fc.constantFrom(...known.addresses).map(quote)
  const hash = fc.constantFrom(...known.hashes).map(quote)
  const small = quantity.map(quote)
  const count = fc.integer({ min: 1, max: 3 }).map(String)
  const flag = fc.constantFrom('true', 'false')
  const word = fc.constantFrom(`0x${'00'.repeat(31)}01`, `0x${'ff'.repeat(32)}`).map(quote)
  const reorg = fc
    .record({ depth: count, length: count })
    .map(({ depth, length }) => `{"depth":${depth},"length":${length},"force":true}`)
  return fc.oneof(
    callOf(['anvil_setBalance', 'hardhat_setBalance'], address, small),
    callOf(['anvil_setNonce', 'hardhat_setNonce'], address, small),
    callOf(['anvil_setCode', 'hardhat_setCode'], address, code.map(quote)),
    callOf(['anvil_setStorageAt', 'hardhat_setStorageAt'], address, small, word),
    callOf(['anvil_impersonateAccount', 'hardhat_stopImpersonatingAccount'], address),
    callOf(['anvil_autoImpersonateAccount', 'evm_setAutomine'], flag),
    callOf(['anvil_setCoinbase'], address),
    callOf(['hardhat_setPrevRandao'], word),
    callOf(['anvil_setNextBlockBaseFeePerGas', 'evm_setBlockGasLimit'], fee),
    callOf(['ommer_mine', 'ommer_rollback', 'evm_increaseTime', 'anvil_mine'], count),
    callOf(['evm_snapshot', 'evm_mine', 'ommer_status', 'txpool_content', 'txpool_status']),
    callOf(['evm_revert', 'txpool_contentFrom'], small),
    callOf(['ommer_reorg'], reorg),
    callOf(['ommer_setLag'], fc.constantFrom('{"behind":"a","blocks":1}', 'null')),
    callOf(['ommer_holdTransaction', 'ommer_releaseTransaction', 'anvil_dropTransaction'], hash),
    callOf(['anvil_dropAllTransactions', 'ommer_reset']),
    callOf(['eth_sign', 'personal_sign'], address, code.map(quote)),
  )
}

interface DevCall {
  readonly method: string
  readonly params: readonly string[]
}

function callOf(
  methods: readonly string[],
  ...params: fc.Arbitrary<string>[]
): fc.Arbitrary<DevCall> {
  return fc.record({ method: fc.constantFrom(...methods), params: fc.tuple(...params) })
}

/** Requests of everything that `dev` adds, with params of every kind. */
export function devRequest(known: KnownValues): fc.Arbitrary<string> {
  const signed = mutated(known.signed).map(quote)
  const value = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...known.addresses).map(quote) },
    { weight: 2, arbitrary: fc.constantFrom(...known.hashes).map(quote) },
    { weight: 2, arbitrary: transactionOf(known) },
    { weight: 2, arbitrary: number },
    { weight: 1, arbitrary: code.map(quote) },
    { weight: 1, arbitrary: signed },
    { weight: 1, arbitrary: optionsOf(known, signed) },
    { weight: 1, arbitrary: typedData },
    { weight: 1, arbitrary: fc.constantFrom('true', 'false', 'null', '"pending"', '"latest"') },
    { weight: 1, arbitrary: anyJson },
  )
  const transaction = transactionOf(known)
  const address = fc.constantFrom(...known.addresses).map(quote)
  const names = [...walletMethods.keys(), ...devMethods.keys()]
  const senders = names.filter((name) => /transaction$/i.test(name) && walletMethods.has(name))
  return fc
    .oneof(
      { weight: 6, arbitrary: callOf(['eth_sendRawTransaction'], signed) },
      { weight: 4, arbitrary: callOf(['eth_sendTransaction'], transaction) },
      { weight: 1, arbitrary: callOf(senders, transaction) },
      { weight: 1, arbitrary: callOf(['eth_signTypedData_v4'], address, typedData) },
      { weight: 1, arbitrary: callOf(['ommer_reorg'], optionsOf(known, signed)) },
      { weight: 16, arbitrary: plausibleMoves(known) },
      {
        weight: 10,
        arbitrary: fc.record({
          method: fc.constantFrom(...names),
          params: fc.array(value, { maxLength: 4 }),
        }),
      },
    )
    .map(
      ({ method, params }) => `{"jsonrpc":"2.0","id":1,"method":"${method}","params":[${params}]}`,
    )
}
