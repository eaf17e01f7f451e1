import { createTestClient, custom } from 'viem'
import { describe, expect, it } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import { type ChainSpec, TEST_MNEMONIC } from '../../src/chain/spec/spec.ts'
import { type Hex, toQuantity } from '../../src/primitives/hex.ts'
import type { ServeOptions } from '../../src/server/options.ts'
import type { ServedEndpoint } from '../../src/server/servedEndpoint.ts'
import { ask, serveInTest } from '../support/serving.ts'

const ALICE = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const SOMEBODY = `0x${'5b'.repeat(20)}` as const
const GWEI = 1_000_000_000n

async function start(
  spec: Partial<ChainSpec> = { preset: 'latest' },
  options: ServeOptions = {},
): Promise<ServedEndpoint> {
  const chain = await createChain({ seed: 'next', mnemonic: TEST_MNEMONIC, blocks: 6, ...spec })
  return serveInTest(chain, { dev: true, ...options })
}

interface HeaderJson {
  readonly number: Hex
  readonly miner: Hex
  readonly mixHash: Hex
  readonly gasLimit: Hex
  readonly gasUsed: Hex
  readonly baseFeePerGas: Hex
}

const block = async (endpoint: ServedEndpoint, tag = 'latest') =>
  (await ask(endpoint, 'eth_getBlockByNumber', tag, false)) as HeaderJson

const send = (endpoint: ServedEndpoint, fields: object = {}) =>
  ask(endpoint, 'eth_sendTransaction', { from: ALICE, to: SOMEBODY, value: '0x1', ...fields })

describe('the base fee of the next block', () => {
  it('is shown before the block, and the fees after it follow from it', async () => {
    const endpoint = await start()
    await endpoint.setNextBlockBaseFeePerGas(800n * GWEI)
    const fee = `0x${(800n * GWEI).toString(16)}`
    expect((await block(endpoint, 'pending')).baseFeePerGas).toBe(fee)
    expect(await ask(endpoint, 'eth_baseFee')).toBe(fee)
    expect(BigInt((await ask(endpoint, 'eth_gasPrice')) as Hex)).toBeGreaterThan(800n * GWEI)
    const history = await ask(endpoint, 'eth_feeHistory', '0x1', 'latest', [])
    expect(history).toMatchObject({ baseFeePerGas: [expect.anything(), fee] })
    const [first, second] = await endpoint.mine(2)
    expect((await block(endpoint, `0x${first?.number.toString(16)}`)).baseFeePerGas).toBe(fee)
    // An empty block lowers the fee by an eighth.
    expect(second).toEqual(endpoint.head)
    expect(BigInt((await block(endpoint)).baseFeePerGas)).toBe(700n * GWEI)
    expect(await ask(endpoint, 'eth_baseFee')).toBe(`0x${(612_500_000_000n).toString(16)}`)
  })

  it('decides which transactions can be mined', async () => {
    const endpoint = await start()
    await endpoint.setNextBlockBaseFeePerGas(50n * GWEI)
    const fees = { maxFeePerGas: '0x9502f9000', maxPriorityFeePerGas: '0x1' }
    const waiting = await send(endpoint, fees)
    expect(await ask(endpoint, 'eth_getTransactionReceipt', waiting)).toBeNull()
    await endpoint.mine()
    expect(await ask(endpoint, 'eth_getTransactionReceipt', waiting)).toBeNull()
    await endpoint.setNextBlockBaseFeePerGas(40n * GWEI - 1n)
    await endpoint.mine()
    expect(await ask(endpoint, 'eth_getTransactionReceipt', waiting)).toMatchObject({
      effectiveGasPrice: fees.maxFeePerGas,
    })
    // Transactions that do not say what they pay get enough for the next block.
    await endpoint.setNextBlockBaseFeePerGas(900n * GWEI)
    const filled = await send(endpoint)
    expect(await ask(endpoint, 'eth_getTransactionReceipt', filled)).toMatchObject({
      status: '0x1',
    })
    expect((await block(endpoint)).baseFeePerGas).toBe(`0x${(900n * GWEI).toString(16)}`)
  })

  it('is refused where the next block has none, or a fixed one', async () => {
    const endpoint = await start({ preset: 'eras', forks: { london: 8 } as never, blocks: 6 })
    await expect(endpoint.setNextBlockBaseFeePerGas(1n)).rejects.toThrow(
      'block 7 is before London, so it has no base fee',
    )
    await endpoint.mine()
    await expect(endpoint.setNextBlockBaseFeePerGas(1n)).rejects.toThrow(
      'block 8 is the first of London, whose base fee is always 1000000000',
    )
    await expect(endpoint.setPrevRandao(`0x${'07'.repeat(32)}`)).rejects.toThrow(
      'block 8 is before the merge, so it has no randomness',
    )
    await endpoint.mine()
    await endpoint.setNextBlockBaseFeePerGas(0n)
    await endpoint.mine()
    expect((await block(endpoint)).baseFeePerGas).toBe('0x0')
  })
})

describe('other fields of the next block', () => {
  it('has the fees of all blocks go to the address that was set', async () => {
    const endpoint = await start()
    await endpoint.setCoinbase(SOMEBODY)
    expect((await block(endpoint, 'pending')).miner).toBe(SOMEBODY)
    await send(endpoint, { to: ALICE, gas: '0x5208', maxPriorityFeePerGas: '0x3' })
    await endpoint.mine()
    expect((await block(endpoint)).miner).toBe(SOMEBODY)
    expect(await ask(endpoint, 'eth_getBalance', SOMEBODY, 'latest')).toBe('0xf618')
    expect(endpoint.irregular).toBeUndefined()
  })

  it('has the randomness that was set in one block, and gives it to contracts', async () => {
    const endpoint = await start()
    const value = `0x${'07'.repeat(32)}` as const
    // Stores PREVRANDAO in slot 0.
    await endpoint.setCode(SOMEBODY, '0x44600055')
    await endpoint.setPrevRandao(value)
    await send(endpoint)
    expect((await block(endpoint)).mixHash).toBe(value)
    expect(await ask(endpoint, 'eth_getStorageAt', SOMEBODY, '0x0', 'latest')).toBe(value)
    await endpoint.mine()
    expect((await block(endpoint)).mixHash).not.toBe(value)
  })

  it('has the gas limit that was set in all blocks, also after a rollback', async () => {
    const endpoint = await start()
    const before = await endpoint.snapshot()
    await endpoint.setBlockGasLimit(100_000n)
    await expect(send(endpoint, { gas: '0x186a1' })).rejects.toThrow('exceeds block gas limit')
    await endpoint.mine(2)
    expect((await block(endpoint)).gasLimit).toBe('0x186a0')
    await endpoint.rollback(2)
    await endpoint.mine()
    expect((await block(endpoint)).gasLimit).toBe('0x186a0')
    await endpoint.revert(before)
    await endpoint.mine()
    expect(Number((await block(endpoint)).gasLimit)).toBeGreaterThan(1_000_000)
    await expect(endpoint.setBlockGasLimit(1n << 53n)).rejects.toThrow(
      'gas: 9007199254740992 is not from 0 to 9007199254740991',
    )
  })

  it.each([0n, 1337n])('has a gas limit of %s, at which no transaction fits', async (gasLimit) => {
    const endpoint = await start()
    await endpoint.setBlockGasLimit(gasLimit)
    await endpoint.mine()
    expect((await block(endpoint)).gasLimit).toBe(toQuantity(gasLimit))
    await expect(send(endpoint, { gas: '0x5208' })).rejects.toThrow('exceeds block gas limit')
    await endpoint.setBlockGasLimit(30_000_000n)
    await send(endpoint, { gas: '0x5208' })
    expect((await block(endpoint)).gasUsed).toBe('0x5208')
  })

  it('forgets what was set when it is reset', async () => {
    const endpoint = await start()
    const usual = await block(endpoint, 'pending')
    await endpoint.setCoinbase(SOMEBODY)
    await endpoint.setNextBlockBaseFeePerGas(5n)
    await endpoint.reset()
    expect(await block(endpoint, 'pending')).toEqual(usual)
  })

  it('refuses gas prices below the minimum before London, and a minimum afterwards', async () => {
    const old = await start({ preset: 'eras', forks: { berlin: 0 } as never })
    await old.setMinGasPrice(2n * GWEI)
    await expect(send(old, { gasPrice: '0x773593ff' })).rejects.toThrow(
      'transaction gas price below minimum: gas tip cap 1999999999, minimum needed 2000000000',
    )
    const hash = await send(old, { gasPrice: '0x77359400' })
    expect(await ask(old, 'eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' })
    const endpoint = await start()
    await expect(endpoint.setMinGasPrice(1n)).rejects.toThrow(
      'setMinGasPrice is not supported when EIP-1559 is active: use setNextBlockBaseFeePerGas',
    )
  })

  it.each(['anvil', 'hardhat'] as const)('is set by viem in mode %s', async (mode) => {
    const endpoint = await start()
    const client = createTestClient({ mode, transport: custom(endpoint) })
    await client.setCoinbase({ address: SOMEBODY })
    await client.setNextBlockBaseFeePerGas({ baseFeePerGas: 77n })
    await client.setBlockGasLimit({ gasLimit: 12_345_678n })
    await client.mine({ blocks: 1 })
    expect(await block(endpoint)).toMatchObject({
      miner: SOMEBODY,
      baseFeePerGas: '0x4d',
      gasLimit: '0xbc614e',
    })
    await expect(client.setMinGasPrice({ gasPrice: 1n })).rejects.toThrow(
      'setMinGasPrice is not supported when EIP-1559 is active',
    )
  })

  it('is shown by anvil_nodeInfo', async () => {
    const endpoint = await start()
    await endpoint.setNextBlockBaseFeePerGas(7n)
    await endpoint.setBlockGasLimit(70_000n)
    const { number, hash } = endpoint.head
    expect(await ask(endpoint, 'anvil_nodeInfo')).toEqual({
      currentBlockNumber: `0x${number.toString(16)}`,
      currentBlockTimestamp: expect.any(Number),
      currentBlockHash: hash,
      hardFork: expect.stringMatching(/^[A-Z]/),
      transactionOrder: 'fees',
      environment: { baseFee: '0x7', chainId: 1337, gasLimit: '0x11170', gasPrice: '0x3b9aca07' },
      forkConfig: { forkUrl: null, forkBlockNumber: null, forkRetryBackoff: null },
    })
  })

  it('is refused without `dev`', async () => {
    const endpoint = await start({}, { dev: false })
    await expect(endpoint.setCoinbase(SOMEBODY)).rejects.toThrow(
      'clients cannot write to this endpoint: the server needs dev (--dev)',
    )
  })
})

describe('what no other node would accept', () => {
  it('is named from the first such block on, with all reasons', async () => {
    const endpoint = await start()
    await endpoint.mine()
    expect(endpoint.irregular).toBeUndefined()
    await endpoint.setNextBlockBaseFeePerGas(7n)
    await endpoint.mine()
    const since = endpoint.head
    await endpoint.mine()
    expect(endpoint.irregular).toEqual({ since, reasons: ['baseFee'] })
    await endpoint.impersonateAccount(SOMEBODY)
    await endpoint.setBalance(SOMEBODY, 10n ** 18n)
    await send(endpoint, { from: SOMEBODY, to: ALICE })
    expect(endpoint.irregular).toEqual({ since, reasons: ['baseFee', 'signature', 'state'] })
    await endpoint.setBlockGasLimit(50_000_000n)
    await endpoint.mine()
    expect(endpoint.irregular?.reasons).toEqual(['baseFee', 'gasLimit', 'signature', 'state'])
    await endpoint.reset()
    expect(endpoint.irregular).toBeUndefined()
  })

  it('begins with the head whose state is set, and ends when that is undone', async () => {
    const endpoint = await start()
    const before = await endpoint.snapshot()
    await endpoint.setBalance(SOMEBODY, 1n)
    expect(endpoint.irregular).toEqual({ since: endpoint.head, reasons: ['state'] })
    expect(await ask(endpoint, 'ommer_status')).toMatchObject({ irregular: endpoint.irregular })
    await endpoint.revert(before)
    expect(await ask(endpoint, 'ommer_status')).toMatchObject({ irregular: null })
  })

  it('is nothing any more when the state is set back to what it was', async () => {
    const endpoint = await start()
    await endpoint.mine()
    for (const wei of [1n, 2n]) await endpoint.setBalance(SOMEBODY, wei)
    await endpoint.setBalance(ALICE, 5n)
    expect(endpoint.irregular?.reasons).toEqual(['state'])
    await endpoint.reset()
    const balance = BigInt((await ask(endpoint, 'eth_getBalance', ALICE, 'latest')) as Hex)
    await endpoint.setBalance(ALICE, 5n)
    await endpoint.setBalance(ALICE, balance)
    expect(endpoint.irregular).toBeUndefined()
    expect(BigInt((await ask(endpoint, 'eth_getBalance', ALICE, 'latest')) as Hex)).toBe(balance)
    await endpoint.setCode(SOMEBODY, '0x00')
    await endpoint.setStorageAt(SOMEBODY, 1n, 2n)
    await endpoint.setNonce(SOMEBODY, 1)
    expect(endpoint.irregular?.reasons).toEqual(['state'])
    await endpoint.setCode(SOMEBODY, '0x')
    await endpoint.setStorageAt(SOMEBODY, 1n, 0n)
    await endpoint.setNonce(SOMEBODY, 0)
    expect(endpoint.irregular).toBeUndefined()
    await endpoint.mine()
    expect(endpoint.irregular).toBeUndefined()
  })

  it('is not a fee or a limit that another miner could have chosen', async () => {
    const endpoint = await start()
    const { gasLimit } = await block(endpoint)
    await endpoint.setBlockGasLimit(BigInt(gasLimit) + BigInt(gasLimit) / 1024n - 1n)
    await endpoint.setNextBlockBaseFeePerGas(BigInt((await ask(endpoint, 'eth_baseFee')) as Hex))
    await endpoint.setPrevRandao(`0x${'00'.repeat(32)}`)
    await endpoint.mine()
    expect(endpoint.irregular).toBeUndefined()
  })
})
