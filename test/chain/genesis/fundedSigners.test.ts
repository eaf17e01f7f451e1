import { join } from 'node:path'
import { mnemonicToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { fundedSigners } from '../../../src/chain/genesis/fundedSigners.ts'
import { resolveSpec, SpecError, TEST_MNEMONIC } from '../../../src/chain/spec/spec.ts'
import { type Account, createChain, exportChain, loadChain } from '../../../src/index.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'

// As Anvil and Hardhat print them.
const ANVIL_ACCOUNTS = [
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
  '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65',
  '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc',
  '0x976EA74026E726554dB657fA54763abd0C3a0aa9',
  '0x14dC79964da2C08b23698B3D3cc7Ca32193d9955',
  '0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f',
  '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720',
].map((address) => address.toLowerCase())

const FIRST_KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'

describe('a chain with a mnemonic', async () => {
  const chain = await createChain({ mnemonic: TEST_MNEMONIC, blocks: 20 })
  const plain = await createChain({ blocks: 20 })

  it('has the accounts of Anvil and Hardhat before those of the seed', () => {
    expect(chain.accounts.slice(0, 10).map(({ address }) => address)).toEqual(ANVIL_ACCOUNTS)
    expect(chain.accounts[0]?.privateKey).toBe(FIRST_KEY)
    expect(chain.accounts.slice(10)).toEqual(plain.accounts)
  })

  it('gives each 10,000 ether, and generated traffic does not use them', async () => {
    for (const { address } of chain.accounts.slice(0, 10)) {
      const { balance, nonce } = await chain.account(address)
      expect([balance, nonce]).toEqual([10_000n * 10n ** 18n, 0])
    }
  })

  it('has another genesis, and the same transactions', () => {
    expect(chain.genesis.accounts.length).toBe(plain.genesis.accounts.length + 10)
    expect(chain.blockByNumber(0)?.hash).not.toBe(plain.blockByNumber(0)?.hash)
    const kinds = ({ transactions }: { transactions: readonly { to: unknown }[] }) =>
      transactions.map(({ to }) => to)
    const block = chain.blockByNumber(1) as NonNullable<ReturnType<typeof chain.blockByNumber>>
    expect(kinds(block)).toEqual(kinds(plain.blockByNumber(1) as typeof block))
  })

  it('signs blocks by hand', async () => {
    const [alice, bob] = chain.accounts as [Account, Account]
    const branch = await chain.branch(3, 'by hand', async (block) => {
      await block.add({ from: alice, to: bob.address, value: 1n })
    })
    expect(branch[0]?.transactions[0]).toMatchObject({ from: alice.address, nonce: 0 })
  })

  it.each(['json', 'hive'] as const)('keeps its accounts in the format %s', async (format) => {
    const folder = join(temporaryFolder(), format)
    await exportChain(chain, folder, { format })
    const loaded = await loadChain(folder)
    expect(loaded.head.hash).toBe(chain.head.hash)
    expect(loaded.accounts).toEqual(chain.accounts)
  })
})

it('funds as many accounts of a mnemonic as asked, at the path and with the balance given', async () => {
  const chain = await createChain({
    mnemonic: TEST_MNEMONIC,
    mnemonicAccounts: 12,
    mnemonicBalance: 7,
    derivationPath: "m/44'/60'/2'/",
    accounts: 0,
    blocks: 0,
  })
  const expected = Array.from({ length: 12 }, (_, index) => {
    const { address } = mnemonicToAccount(TEST_MNEMONIC, { path: `m/44'/60'/2'/${index}` })
    return address.toLowerCase()
  })
  expect(chain.accounts.map(({ address }) => address)).toEqual(expected)
  expect((await chain.account(expected[11] as `0x${string}`)).balance).toBe(7n * 10n ** 18n)
  const folder = join(temporaryFolder(), 'json')
  await exportChain(chain, folder, { format: 'json' })
  expect((await loadChain(folder)).accounts).toEqual(chain.accounts)
})

it('derives no accounts without a mnemonic', async () => {
  const { mnemonic, traffic } = await fundedSigners(resolveSpec({ accounts: 3 }))
  expect([mnemonic.length, traffic.length]).toEqual([0, 3])
})

it('refuses a mnemonic with a wrong checksum, without repeating it', async () => {
  const spec = { mnemonic: TEST_MNEMONIC.replace('junk', 'test') }
  const error = await createChain(spec).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(SpecError)
  expect((error as SpecError).message).toBe(
    'mnemonic: a word is not in the English list of BIP-39, or the checksum in the last word is wrong',
  )
})
