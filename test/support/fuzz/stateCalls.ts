import fc from 'fast-check'

/** JSON texts of values that a chain has. */
export interface KnownJson {
  readonly hash: fc.Arbitrary<string>
  /** of accounts and contracts */
  readonly address: fc.Arbitrary<string>
  /** a number or a tag */
  readonly block: fc.Arbitrary<string>
  /** replaces some values by others just inside and outside the range of a parameter */
  readonly mostly: (usual: fc.Arbitrary<string>) => fc.Arbitrary<string>
}

/** A method, and arbitraries of its params in order. */
export type MethodCalls = readonly [method: string, ...params: fc.Arbitrary<string>[]]

const text = (value: string) => JSON.stringify(value)

const quantity = fc.oneof(
  { weight: 40, arbitrary: fc.nat(70_000).map((value) => text(`0x${value.toString(16)}`)) },
  {
    weight: 4,
    arbitrary: fc
      .bigInt({ min: 0n, max: 2n ** 256n + 1n })
      .map((value) => text(`0x${value.toString(16)}`)),
  },
  { weight: 1, arbitrary: fc.constantFrom('"0x"', '"0x00"', '0', '21000', '"1"', 'null') },
)

const word = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.nat(8).map((value) => text(`0x${value.toString(16).padStart(64, '0')}`)),
  },
  { weight: 1, arbitrary: fc.uint8Array({ minLength: 31, maxLength: 33 }).map(hex) },
)

/** Data, and code that does something: ends, fails, loops, writes, calls itself, is no code at all. */
const bytes = fc.oneof(
  { weight: 4, arbitrary: fc.uint8Array({ maxLength: 70 }).map(hex) },
  { weight: 1, arbitrary: fc.constantFrom('"0x"', '"0x0"', '"0xzz"', '"6001"', 'null') },
  {
    weight: 10,
    arbitrary: fc.constantFrom(
      ...['00', 'fd', 'fe', '5b600056', '60016000555b60005460010160005500', '5f5f5f5f5f305af1'].map(
        (code) => text(`0x${code}`),
      ),
      // balanceOf(address(1)), log, create, self-destruct, revert with a reason
      text(`0x70a08231${'0'.repeat(63)}1`),
      ...['5f5fa0', '5f5f5ff0', '33ff', '63deadbeef5f526004601cfd'].map((code) =>
        text(`0x${code}`),
      ),
    ),
  },
)

function hex(value: Uint8Array): string {
  return text(`0x${Buffer.from(value).toString('hex')}`)
}

/** An object with some of these members. */
function object(members: Readonly<Record<string, fc.Arbitrary<string>>>): fc.Arbitrary<string> {
  const written = Object.entries(members).map(([name, value]) =>
    value.map((json) => `${text(name)}:${json}`),
  )
  return fc
    .subarray(written)
    .chain((chosen) => fc.tuple(...chosen).map((texts) => `{${texts.join()}}`))
}

const list = (item: fc.Arbitrary<string>, minLength = 0): fc.Arbitrary<string> =>
  fc.array(item, { minLength, maxLength: 3 }).map((items) => `[${items}]`)

const byKey = (key: fc.Arbitrary<string>, value: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .array(fc.tuple(key, value), { maxLength: 3 })
    .map((members) => `{${members.map(([name, json]) => `${name}:${json}`)}}`)

/** The object of a call, as execution-apis and geth describe it. */
function callObject({ hash, address, mostly }: KnownJson): fc.Arbitrary<string> {
  const access = fc
    .tuple(address, list(word))
    .map(([account, keys]) => `{"address":${account},"storageKeys":${keys}}`)
  const authorization = object({
    chainId: quantity,
    address,
    nonce: quantity,
    yParity: quantity,
    r: quantity,
    s: quantity,
  })
  return object({
    from: mostly(address),
    to: mostly(address),
    gas: mostly(quantity),
    value: quantity,
    input: mostly(bytes),
    data: bytes,
    nonce: quantity,
    chainId: quantity,
    type: quantity,
    gasPrice: quantity,
    maxFeePerGas: quantity,
    maxPriorityFeePerGas: quantity,
    maxFeePerBlobGas: quantity,
    blobVersionedHashes: list(hash),
    accessList: list(access),
    authorizationList: list(authorization),
  })
}

function stateOverrides({ address, mostly }: KnownJson): fc.Arbitrary<string> {
  const slots = byKey(word, word)
  const override = object({
    balance: quantity,
    nonce: quantity,
    code: mostly(bytes),
    state: slots,
    stateDiff: slots,
    movePrecompileToAddress: address,
  })
  return byKey(address, override)
}

function blockOverrides({ hash, address, mostly }: KnownJson): fc.Arbitrary<string> {
  const withdrawal = object({
    index: quantity,
    validatorIndex: quantity,
    address,
    amount: quantity,
  })
  return object({
    number: mostly(quantity),
    time: mostly(quantity),
    gasLimit: quantity,
    difficulty: quantity,
    feeRecipient: address,
    prevRandao: hash,
    baseFeePerGas: quantity,
    blobBaseFee: quantity,
    beaconRoot: hash,
    withdrawals: list(withdrawal),
  })
}

function simulation(known: KnownJson): fc.Arbitrary<string> {
  const flag = fc.constantFrom('true', 'true', 'false', 'null', '1')
  const block = object({
    blockOverrides: blockOverrides(known),
    stateOverrides: stateOverrides(known),
    calls: list(callObject(known)),
  })
  const flags = object({ traceTransfers: flag, validation: flag, returnFullTransactions: flag })
  return fc
    .tuple(known.mostly(list(block, 1)), flags)
    .map(
      ([blocks, more]) => `{"blockStateCalls":${blocks}${more === '{}' ? '' : ','}${more.slice(1)}`,
    )
}

/** The methods about state, calls and fees, with mostly valid params. */
export function stateCalls(known: KnownJson): MethodCalls[] {
  const { hash, address, block } = known
  const stateBlock = fc.oneof(
    block,
    hash,
    fc.constant('null'),
    hash.map((json) => `{"blockHash":${json},"requireCanonical":true}`),
    block.map((json) => `{"blockNumber":${json}}`),
  )
  const slot = fc.oneof(word, quantity, fc.constantFrom('"0"', '"0x"', '"0xg"', '"1f"'))
  const call = callObject(known)
  const [states, header] = [stateOverrides(known), blockOverrides(known)]
  const percentiles = fc
    .uniqueArray(fc.integer({ min: -1, max: 101 }), { maxLength: 4 })
    .map((drawn) => JSON.stringify(drawn.sort((one, other) => one - other)))
  const count = fc.oneof(fc.nat(1030).map(String), quantity)
  return [
    ['eth_getBalance', address, stateBlock],
    ['eth_getTransactionCount', address, stateBlock],
    ['eth_getCode', address, stateBlock],
    ['eth_getCode', address],
    ['eth_getStorageAt', address, slot, stateBlock],
    ['eth_getProof', address, list(slot), stateBlock],
    ['debug_getRawReceipts', stateBlock],
    ['eth_getStorageValues', byKey(address, list(word)), stateBlock],
    ['eth_call', call, stateBlock],
    ['eth_call', call, stateBlock, states, header],
    ['eth_estimateGas', call, stateBlock, states, header],
    ['eth_estimateGas', call],
    ['eth_createAccessList', call, stateBlock, states],
    ['eth_fillTransaction', call],
    ['eth_simulateV1', simulation(known), stateBlock],
    ['eth_feeHistory', count, block, percentiles],
  ]
}
