import { privateKeyToAccount } from 'viem/accounts'
import { beforeEach, describe, expect, it } from 'vitest'
import { TEST_MNEMONIC } from '../../src/chain/spec/spec.ts'
import { type Hex, toQuantity } from '../../src/primitives/hex.ts'
import { serveForTests } from '../support/serving.ts'
import { post } from '../support/transports.ts'

// The answers of Anvil 1.7.1 to the same requests, and that no other dialect gives them.

const from = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const to = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'

const BASE_FEE_READER = '0x00000000000000000000000000000000000b45ef'

const spec = { preset: 'latest', blocks: 0, gasLimit: 30_000_000, accounts: 0 } as const
const { server, ask } = await serveForTests(
  { ...spec, mnemonic: TEST_MNEMONIC },
  { dev: true, dialect: 'anvil', callTimeout: 0 },
)
const geth = server.endpoint('other', { dialect: 'geth' })
beforeEach(async () => {
  await server.reset()
  await geth.reset()
})

function askGeth(method: string, ...params: unknown[]): Promise<unknown> {
  return geth.request({ method, params })
}

async function receiptOf(hash: unknown) {
  return (await ask('eth_getTransactionReceipt', hash)) as Record<string, unknown>
}

describe('sending', () => {
  it.each([
    ['a tip of 0', { maxFeePerGas: '0x77359400', maxPriorityFeePerGas: '0x0' }],
    ['fees above 1 ether', { gas: '0x1312d00', gasPrice: '0x2540be400000' }],
    ['gas above 2^24', { gas: '0x1312d00' }],
    ['quantities in decimal', { value: '7', gas: 21000 }],
    ['a type that does not fit the fees', { type: '0x1', maxFeePerGas: '0x77359400' }],
  ])('accepts %s', async (_, fields) => {
    const transaction = { from, to, ...fields }
    const { status } = await receiptOf(await ask('eth_sendTransaction', transaction))
    expect(status).toBe('0x1')
    await expect(askGeth('eth_sendTransaction', transaction)).rejects.toBeInstanceOf(Error)
  })

  it('accepts transactions without fees where the base fee is 0', async () => {
    await ask('anvil_setNextBlockBaseFeePerGas', '0x0')
    await ask('eth_sendTransaction', { from, to, gasPrice: '0x0' })
    const fees = { maxFeePerGas: '0x0', maxPriorityFeePerGas: '0x0' }
    const { effectiveGasPrice } = await receiptOf(
      await ask('eth_sendTransaction', { from, to, ...fees }),
    )
    expect(effectiveGasPrice).toBe('0x0')
  })

  it('takes the gas price of a transaction that has fee caps, too', async () => {
    const fees = { gasPrice: '0x77359402', maxFeePerGas: '0x77359401', maxPriorityFeePerGas: '0x5' }
    const hash = await ask('eth_sendTransaction', { from, to, ...fees })
    expect(await ask('eth_getTransactionByHash', hash)).toMatchObject({
      type: '0x0',
      gasPrice: '0x77359402',
    })
    const refused = askGeth('eth_sendTransaction', { from, to, ...fees })
    await expect(refused).rejects.toThrow(/^both gasPrice and /)
  })

  it('refuses fees below the base fee, for which geth waits', async () => {
    const fees = { maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x1' }
    const transaction = { from, to, gas: '0x5208', ...fees }
    await expect(ask('eth_sendTransaction', transaction)).rejects.toMatchObject({
      code: -32003,
      message: 'max fee per gas less than block base fee',
    })
    expect(await askGeth('eth_sendTransaction', transaction)).toMatch(/^0x/)
  })

  it('sends from the first account by default', async () => {
    const transaction = { to, value: '0x1', data: '0x00' }
    const hash = await ask('eth_sendTransaction', transaction)
    expect(await ask('eth_getTransactionByHash', hash)).toMatchObject({
      from,
      gas: await ask('eth_estimateGas', { from, ...transaction }),
    })
    await expect(askGeth('eth_sendTransaction', { to })).rejects.toThrow('missing "from"')
  })

  it.each([
    ['reverts', '0x60006000fd', '0xcf48', 3],
    ['runs into an invalid opcode', '0xfe', '0x1c9c380', -32000],
    ['runs out of gas', '0x5b600056', '0x1c9c380', -32000],
    ['takes from an empty stack', '0x01', '0x1c9c380', -32000],
  ])('mines what %s with the gas of a block', async (_, data, gasUsed, code) => {
    const hash = await ask('eth_sendTransaction', { from, data })
    expect(await receiptOf(hash)).toMatchObject({ status: '0x0', gasUsed })
    expect(await ask('eth_getTransactionByHash', hash)).toMatchObject({ gas: '0x1c9c380' })
    await expect(askGeth('eth_sendTransaction', { from, data })).rejects.toMatchObject({ code })
  })

  it('refuses another chain id', async () => {
    const key = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
    const signed = await privateKeyToAccount(key).signTransaction({
      chainId: 1,
      gas: 21_000n,
      to,
      maxFeePerGas: 3_000_000_000n,
      maxPriorityFeePerGas: 1n,
    })
    await expect(ask('eth_sendRawTransaction', signed)).rejects.toMatchObject({
      code: -32003,
      message: 'invalid chain id for signer',
    })
  })

  it.each([
    ['the same fees', {}, false],
    ['a higher tip', { maxPriorityFeePerGas: '0x77359400' }, false],
    ['1 wei more', { maxFeePerGas: '0x2540be401' }, true],
    [
      '1 wei more and a lower tip',
      { maxFeePerGas: '0x2540be401', maxPriorityFeePerGas: '0x1' },
      true,
    ],
  ])('replaces a transaction by the fee cap alone: %s', async (_, fees, isReplaced) => {
    const first = { maxFeePerGas: '0x2540be400', maxPriorityFeePerGas: '0x3b9aca00', nonce: '0x1' }
    const [one, other] = [first, { ...first, value: '0x1', ...fees }].map((each) => ({
      from,
      to,
      gas: '0x5208',
      ...each,
    }))
    for (const send of [ask, askGeth]) await send('eth_sendTransaction', one)
    const sent = ask('eth_sendTransaction', other)
    if (isReplaced) await expect(sent).resolves.toMatch(/^0x/)
    else await expect(sent).rejects.toMatchObject({ code: -32003 })
    await expect(askGeth('eth_sendTransaction', other)).rejects.toThrow(
      'replacement transaction underpriced',
    )
  })

  it('does not fill in what reverts, although it sends that', async () => {
    await expect(ask('eth_fillTransaction', { from, data: '0x60006000fd' })).rejects.toMatchObject({
      code: 3,
    })
    const filled = await ask('eth_fillTransaction', { from, data: '0x60006000fd', gas: '0x10000' })
    expect(filled).toMatchObject({ tx: { gas: '0x10000' } })
  })

  it('says that other nodes refuse a block with more gas than EIP-7825 allows', async () => {
    await ask('eth_sendTransaction', { from, to, gas: '0x1312d00' })
    expect(server.irregular?.reasons).toEqual(['transactionGas'])
  })

  it('replays what it accepted after a reorg', async () => {
    const hash = await ask('eth_sendTransaction', { from, to, gas: '0x1312d00' })
    await server.reorg({ depth: 1 })
    expect(await receiptOf(hash)).toMatchObject({ status: '0x1' })
  })
})

describe('calls and estimates', () => {
  it.each([
    ['eth_call', [], '0x'],
    ['eth_estimateGas', [], '0x5208'],
    ['eth_createAccessList', [], { accessList: [], gasUsed: '0x5208' }],
    ['debug_traceCall', ['latest'], { failed: false, gas: 21000 }],
    ['trace_call', [['trace']], { output: '0x' }],
    ['eth_callMany', undefined, [[{ value: '0x' }]]],
  ])('runs calls below the base fee: %s', async (method, others, answer) => {
    const call = { from, to, gasPrice: '0x1' }
    const params = others === undefined ? [[{ transactions: [call] }]] : [call, ...others]
    const found = await ask(method, ...params)
    if (typeof answer === 'object') expect(found).toMatchObject(answer)
    else expect(found).toBe(answer)
    await expect(askGeth(method, ...params)).rejects.toThrow('less than block base fee')
  })

  it.each([undefined, '0x1', '0x77359400'])(
    'tells a call of price %s the base fee',
    async (gasPrice) => {
      const call = { from, to: BASE_FEE_READER, gasPrice }
      const overrides = { [BASE_FEE_READER]: { code: '0x4860005260206000f3' } }
      const block = (await ask('eth_getBlockByNumber', 'latest', false)) as {
        baseFeePerGas: string
      }
      expect(Number(await ask('eth_call', call, 'latest', overrides))).toBe(
        Number(block.baseFeePerGas),
      )
      const gas = Number(
        await askGeth('eth_call', { ...call, gasPrice: undefined }, 'latest', overrides),
      )
      expect(gas).toBe(0)
    },
  )

  it.each([
    ['a loop', '0x60645b600190038060025700'],
    ['code that reverts with less than 100,000 gas', '0x620186a05a10600a57005b60006000fd'],
  ])('estimates %s exactly', async (_, data) => {
    const [exact, rough] = [
      await ask('eth_estimateGas', { from, data }),
      await askGeth('eth_estimateGas', { from, data }),
    ]
    const gas = Number(exact)
    const hash = await ask('eth_sendTransaction', { from, data, gas: exact })
    expect(await receiptOf(hash)).toMatchObject({ status: '0x1' })
    const less = await ask('eth_sendTransaction', { from, data, gas: gas - 1 })
    expect(await receiptOf(less)).toMatchObject({ status: '0x0' })
    expect(Number(rough)).toBeGreaterThanOrEqual(gas)
  })

  it('estimates on the pending block', async () => {
    const { timestamp } = (await ask('eth_getBlockByNumber', 'latest', false)) as {
      timestamp: string
    }
    // Reverts before a time.
    const limit = (Number(timestamp) + 500).toString(16).padStart(8, '0')
    const data = `0x63${limit}42101560105760006000fd5b00`
    await expect(ask('eth_estimateGas', { from, data })).rejects.toMatchObject({ code: 3 })
    await ask('evm_increaseTime', 1000)
    expect(await ask('eth_estimateGas', { from, data })).toMatch(/^0x/)
    await askGeth('evm_increaseTime', 1000)
    await expect(askGeth('eth_estimateGas', { from, data })).rejects.toMatchObject({ code: 3 })
  })

  it.each([
    ['a value without sender', { to, value: '0xde0b6b3a7640000' }],
    ['a tip alone', { from, to, maxPriorityFeePerGas: '0x1' }],
  ])('estimates %s', async (_, call) => {
    expect(await ask('eth_estimateGas', call)).toBe('0x5208')
    await expect(askGeth('eth_estimateGas', call)).rejects.toBeInstanceOf(Error)
  })

  it('estimates the call of a contract without sender from the zero address', async () => {
    const call = { to: BASE_FEE_READER, value: '0x1' }
    const overrides = { [BASE_FEE_READER]: { code: '0x00' } }
    await expect(ask('eth_estimateGas', call, 'latest', overrides)).rejects.toMatchObject({
      code: -32003,
      message: 'Insufficient funds for gas * price + value',
    })
  })

  it('ignores the blob fee of a call without blobs', async () => {
    const call = { from, to, maxFeePerBlobGas: '0x0' }
    expect(await ask('eth_estimateGas', call)).toBe('0x5208')
    expect(await ask('eth_call', call)).toBe('0x')
    await expect(askGeth('eth_estimateGas', call)).rejects.toThrow(
      'maxFeePerBlobGas specified without blobVersionedHashes',
    )
  })

  it('takes the fee cap of a call that has a gas price, too', async () => {
    // GASPRICE, as the only word of the answer
    const call = { from, data: '0x3a60005260206000f3' }
    const maxFeePerGas = '0x77359402'
    const fees = { gasPrice: '0x77359401', maxFeePerGas }
    expect(await ask('eth_call', { ...call, ...fees })).toBe(
      await ask('eth_call', { ...call, maxFeePerGas }),
    )
    expect(await ask('eth_estimateGas', { ...call, ...fees })).toMatch(/^0x/)
    await expect(askGeth('eth_call', { ...call, ...fees })).rejects.toThrow(/^both gasPrice and /)
  })

  it('pays a fee cap in full where a call has no tip', async () => {
    // GASPRICE, as the only word of the answer
    const call = { from, data: '0x3a60005260206000f3', maxFeePerGas: '0x77359400' }
    const head = (await ask('eth_getBlockByNumber', 'latest', false)) as { baseFeePerGas: Hex }
    const baseFee = BigInt(head.baseFeePerGas)
    const price = async (send: typeof askGeth, fees = {}) =>
      BigInt((await send('eth_call', { ...call, ...fees })) as Hex)
    expect(await price(ask)).toBe(2_000_000_000n)
    expect(await price(ask, { maxPriorityFeePerGas: '0x1' })).toBe(baseFee + 1n)
    expect(await price(askGeth)).toBe(baseFee)
  })

  it('estimates a transfer whatever the sender has, unless it has an access list', async () => {
    const transfer = { from, to, value: toQuantity(10n ** 30n), gasPrice: '0x77359400' }
    expect(await ask('eth_estimateGas', transfer)).toBe('0x5208')
    const refused = /insufficient funds/i
    const withList = { ...transfer, accessList: [] }
    await expect(ask('eth_estimateGas', withList)).rejects.toThrow(refused)
    await expect(ask('eth_sendTransaction', transfer)).rejects.toThrow(refused)
    await expect(askGeth('eth_estimateGas', transfer)).rejects.toThrow(refused)
  })

  it('estimates more than a transfer for what is none, although 21,000 suffice', async () => {
    const withList = { from, to, accessList: [] }
    expect(await ask('eth_estimateGas', withList)).toBe('0x5209')
    expect(await ask('eth_estimateGas', { ...withList, gas: '0x5208' })).toBe('0x5208')
    expect(await askGeth('eth_estimateGas', withList)).toBe('0x5208')
    const stops = `0x${'5c'.repeat(20)}`
    await ask('anvil_setCode', stops, '0x00')
    expect(await ask('eth_estimateGas', { from, to: stops })).toBe('0x5209')
  })

  it('lists no accesses of a call that fails', async () => {
    const call = { from, data: '0x60006000fd' }
    await expect(ask('eth_createAccessList', call)).rejects.toMatchObject({ code: 3 })
    expect(await askGeth('eth_createAccessList', call)).toMatchObject({
      error: 'execution reverted',
    })
  })

  it('names the gas with which an estimate fails', async () => {
    const code = '0x5b600056'
    await expect(ask('eth_estimateGas', { from, data: code })).rejects.toMatchObject({
      code: -32003,
      message: 'Out of gas: gas required exceeds allowance: 30000000',
    })
    await expect(ask('eth_call', { from, data: code, gas: '0x186a0' })).rejects.toBeInstanceOf(
      Error,
    )
  })

  it.each([
    ['eth_getBalance', from, '0x5'],
    ['eth_getBlockTransactionCountByNumber', '0x5'],
    ['eth_getUncleByBlockNumberAndIndex', '0x5', '0x0'],
  ])('names the block that it does not have: %s', async (method, ...params) => {
    await expect(ask(method, ...params)).rejects.toMatchObject({
      code: -32602,
      message: 'BlockOutOfRangeError: block height is 0 but requested was 5',
    })
  })

  it('has no transactions above the head in other dialects', async () => {
    expect(await askGeth('eth_getBlockTransactionCountByNumber', '0x5')).toBeNull()
    expect(await askGeth('eth_getUncleByBlockNumberAndIndex', '0x5', '0x0')).toBeNull()
  })
})

describe('a range of logs', () => {
  // LOG0 of no data
  const logging = { from, data: '0x5f5fa000' }

  it.each([
    ['pending', 'pending', 1],
    ['latest', 'PENDING', 1],
    ['0x0', 'pending', 2],
    ['latest', 'earliest', 0],
    ['0x2', '0x1', 0],
  ])('may go from %s to %s', async (fromBlock, toBlock, count) => {
    for (const send of [ask, askGeth]) {
      await send('eth_sendTransaction', logging)
      await send('eth_sendTransaction', logging)
    }
    expect(await ask('eth_getLogs', { fromBlock, toBlock })).toHaveLength(count)
    await expect(askGeth('eth_getLogs', { fromBlock, toBlock })).rejects.toMatchObject({
      code: -32602,
    })
  })

  it('may be pending in a filter', async () => {
    const filter = await ask('eth_newFilter', { fromBlock: 'pending', toBlock: 'pending' })
    await ask('eth_sendTransaction', logging)
    expect(await ask('eth_getFilterChanges', filter)).toHaveLength(1)
  })
})

describe('an empty batch', () => {
  it.each([
    ['dev', 'Invalid request'],
    ['other', 'empty batch'],
  ])('is refused at %s with %j', async (key, message) => {
    const url = server.url.replace(/dev$/, key)
    const response = await post(url, '[]')
    expect(await response.json()).toMatchObject({ error: { code: -32600, message } })
  })
})

describe('parameters', () => {
  it.each([
    ['eth_getBlockByNumber', [0, false]],
    ['eth_getBlockByNumber', ['0x00', false]],
    ['eth_getStorageAt', [from, 0, 'latest']],
    ['eth_feeHistory', [1, 'latest']],
    ['eth_newFilter', [{ toBlock: '0x99' }]],
    ['eth_getLogs', [{ toBlock: '0x99' }]],
  ])('%s accepts %j', async (method, params) => {
    expect(await ask(method, ...params)).toBeDefined()
    await expect(askGeth(method, ...params)).rejects.toMatchObject({ code: -32602 })
  })

  it('signs typed data as text without a message', async () => {
    const data = { domain: {}, primaryType: 'EIP712Domain', types: { EIP712Domain: [] } }
    const text = JSON.stringify(data)
    expect(await ask('eth_signTypedData_v4', from, text)).toBe(
      '0xda87197eb020923476a6d0149ca90bc1c894251cc30b38e0dd2cdd48567e12386d3ed40a509397410a4fd2d66e1300a39ac42f828f8a5a2cb948b35c22cf29e81c',
    )
    const others = [
      askGeth('eth_signTypedData_v4', from, text),
      ask('eth_signTypedData_v4', from, '{'),
    ]
    for (const each of others) await expect(each).rejects.toMatchObject({ code: -32602 })
  })

  it('signs typed data without a message', async () => {
    const types = { EIP712Domain: [{ name: 'name', type: 'string' }] }
    const data = { types, primaryType: 'EIP712Domain', domain: { name: 'd' } }
    expect(await ask('eth_signTypedData_v4', from, data)).toBe(
      '0x7b0865ce1b8fa0848a25d5a04a760b7bc9d921bcfc1526095ad27b516bcae923477f16be27bcf2978223f30cdfa792bed314eb32680f8b2d18653a6754ac944d1b',
    )
    await expect(askGeth('eth_signTypedData_v4', from, data)).rejects.toMatchObject({
      code: -32602,
    })
  })
})

describe('answers', () => {
  it('has hash and nonce of a pending block', async () => {
    expect(await ask('eth_getBlockByNumber', 'pending', false)).toMatchObject({
      hash: expect.stringMatching(/^0x/),
      nonce: '0x0000000000000000',
    })
  })

  it('has the time of the block in a receipt, as a number', async () => {
    const { blockTimestamp } = await receiptOf(await ask('eth_sendTransaction', { from, to }))
    const { timestamp } = (await ask('eth_getBlockByNumber', 'latest', false)) as {
      timestamp: string
    }
    expect(blockTimestamp).toBe(Number(timestamp))
  })

  it('has the price of blob gas in a receipt without blobs, from Cancun on', async () => {
    const { blobGasPrice } = await receiptOf(await ask('eth_sendTransaction', { from, to }))
    const { baseFeePerBlobGas } = (await ask('eth_feeHistory', '0x1', 'latest', [])) as {
      baseFeePerBlobGas: string[]
    }
    expect(blobGasPrice).toBe(baseFeePerBlobGas[0])
    const hash = await askGeth('eth_sendTransaction', { from, to })
    const receipt = await askGeth('eth_getTransactionReceipt', hash)
    expect(receipt).not.toHaveProperty('blobGasPrice')
  })

  it('writes addresses of the pool in lower case', async () => {
    await ask('evm_setAutomine', false)
    await ask('eth_sendTransaction', { from, to, value: '0x1' })
    expect(await ask('txpool_inspect')).toEqual({
      pending: { [from]: { 0: expect.stringMatching(`^${to}: 1 wei \\+ 21000 gas × \\d+ wei$`) } },
      queued: {},
    })
    expect(await ask('txpool_content')).toMatchObject({ pending: { [from]: { 0: { from, to } } } })
  })

  it('knows nothing of an unknown transaction', async () => {
    const hash = `0x${'11'.repeat(32)}`
    expect(await ask('debug_getRawTransaction', hash)).toBeNull()
    expect(await ask('debug_traceTransaction', hash)).toEqual({
      failed: false,
      gas: 0,
      returnValue: '0x',
      structLogs: [],
    })
  })

  it('suggests a tip of 1 gwei, and the price of the next block', async () => {
    expect(await ask('eth_maxPriorityFeePerGas')).toBe('0x3b9aca00')
    const { baseFeePerGas } = (await ask('eth_feeHistory', 1, 'latest', [])) as {
      baseFeePerGas: [Hex, Hex]
    }
    const price = BigInt(baseFeePerGas[1]) + 1_000_000_000n
    expect(await ask('eth_gasPrice')).toBe(toQuantity(price))
    expect(await askGeth('eth_gasPrice')).not.toBe(toQuantity(price))
  })

  it('fills in the price of the next block as fee cap, unless the tip is higher', async () => {
    const filled = async (fees: object) => {
      const answer = await ask('eth_fillTransaction', { from, to, value: '0x1', ...fees })
      return (answer as { tx: { maxFeePerGas: Hex; maxPriorityFeePerGas: Hex } }).tx
    }
    const price = await ask('eth_gasPrice')
    expect(await filled({})).toMatchObject({ maxFeePerGas: price })
    expect(await filled({ maxPriorityFeePerGas: '0x5' })).toMatchObject({ maxFeePerGas: price })
    const { maxFeePerGas } = await filled({ maxPriorityFeePerGas: '0x12a05f200' })
    expect(BigInt(maxFeePerGas)).toBeGreaterThan(5_000_000_000n)
  })

  it('has the fee cap of a transaction that is filled in as its gas price, too', async () => {
    const fields = { from, to, value: '0x1', maxFeePerGas: '0x77359401' }
    const { tx } = (await ask('eth_fillTransaction', fields)) as { tx: object }
    expect(tx).toMatchObject({ gasPrice: '0x77359401', maxFeePerGas: '0x77359401' })
    const { tx: other } = (await askGeth('eth_fillTransaction', fields)) as { tx: object }
    expect(other).toMatchObject({ gasPrice: null, maxFeePerGas: '0x77359401' })
  })

  it('names the method that needs a chain before London', async () => {
    await expect(ask('anvil_setMinGasPrice', '0x1')).rejects.toMatchObject({
      code: -32602,
      message: 'anvil_setMinGasPrice is not supported when EIP-1559 is active',
      data: undefined,
    })
    await expect(askGeth('anvil_setMinGasPrice', '0x1')).rejects.toThrow(
      'setMinGasPrice is not supported when EIP-1559 is active: use setNextBlockBaseFeePerGas',
    )
  })

  it('lists accounts that are impersonated', async () => {
    const contract = `0x${'ab'.repeat(20)}`
    for (const call of [ask, askGeth]) await call('anvil_impersonateAccount', contract)
    expect(await ask('eth_accounts')).toEqual([
      ...((await askGeth('eth_accounts')) as string[]),
      contract,
    ])
  })

  it('signs to bytes', async () => {
    expect(await ask('eth_signTransaction', { from, to })).toMatch(/^0x02/)
  })
})
