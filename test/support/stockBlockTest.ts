import { createBlockFromRLP, createBlockHeader, type Block as StockBlock } from '@ethereumjs/block'
import { Common, createCommonFromGethGenesis } from '@ethereumjs/common'
import { MerkleStateManager } from '@ethereumjs/statemanager'
import { Account, Address, bytesToHex, hexToBytes, setLengthLeft } from '@ethereumjs/util'
import { runBlock } from '@ethereumjs/vm'
import type { Hex } from '../../src/primitives/hex.ts'
import { stockParts } from './stockNode.ts'

type Fields = Readonly<Record<string, Hex>>

interface TestAccount {
  readonly nonce: Hex
  readonly balance: Hex
  readonly code: Hex
  readonly storage: Fields
}

/** A test in the format of ethereum/tests, as far as a runner reads it. */
export interface BlockTest {
  readonly network: string
  readonly config: { readonly network?: string; readonly chainid?: Hex }
  readonly lastblockhash: Hex
  readonly pre: Readonly<Record<Hex, TestAccount>>
  readonly genesisBlockHeader: Fields
  readonly genesisRLP: Hex
  readonly blocks: readonly {
    readonly chainname?: string
    readonly blocknumber: string
    readonly blockHeader: Fields
    readonly rlp: Hex
    readonly transactions: readonly Readonly<Record<string, unknown>>[]
    readonly uncleHeaders: readonly Fields[]
    readonly withdrawals?: readonly Fields[]
  }[]
  readonly postState: Readonly<Record<Hex, TestAccount>>
}

/** The names of forks in the tests, and in @ethereumjs. */
const forkNames: readonly (readonly [test: string, stock: string])[] = [
  ['Frontier', 'chainstart'],
  ['Homestead', 'homestead'],
  ['EIP150', 'tangerineWhistle'],
  ['EIP158', 'spuriousDragon'],
  ['Byzantium', 'byzantium'],
  ['Constantinople', 'constantinople'],
  ['ConstantinopleFix', 'petersburg'],
  ['Istanbul', 'istanbul'],
  ['MuirGlacier', 'muirGlacier'],
  ['Berlin', 'berlin'],
  ['London', 'london'],
  ['ArrowGlacier', 'arrowGlacier'],
  ['GrayGlacier', 'grayGlacier'],
  ['Paris', 'paris'],
  ['Shanghai', 'shanghai'],
  ['Cancun', 'cancun'],
  ['Prague', 'prague'],
  ['Osaka', 'osaka'],
  ['BPO1', 'bpo1'],
  ['BPO2', 'bpo2'],
]

const customCrypto = { kzg: {} as never }

/**
 * Runs a test from its content alone, on a node of stock @ethereumjs parts, like the test runners of clients: throws at
 * the first error.
 */
export async function runBlockTest(test: BlockTest): Promise<void> {
  const common = commonOf(test)
  const genesisBlock = createBlockFromRLP(hexToBytes(test.genesisRLP), {
    common,
    setHardfork: true,
  })
  requireHeader(test.genesisBlockHeader, genesisBlock, common)
  const stateManager = await stateOf(test.pre, common)
  const root = bytesToHex(await stateManager.getStateRoot())
  requireEqual('genesis state root', root, bytesToHex(genesisBlock.header.stateRoot))
  const { blockchain, vm } = await stockParts(common, genesisBlock, stateManager)
  for (const {
    blockHeader,
    rlp,
    transactions,
    uncleHeaders,
    withdrawals,
    blocknumber,
  } of test.blocks) {
    const block = createBlockFromRLP(hexToBytes(rlp), { common, setHardfork: true })
    const what = `block ${blocknumber}`
    requireHeader(blockHeader, block, common)
    requireEqual(`${what} number`, String(block.header.number), blocknumber)
    requireEqual(`${what} uncles`, uncleHeaders.length, block.uncleHeaders.length)
    for (const [index, uncle] of block.uncleHeaders.entries()) {
      requireEqual(`${what} uncle`, uncleHeaders[index]?.hash, bytesToHex(uncle.hash()))
    }
    requireEqual(`${what} transactions`, transactions.length, block.transactions.length)
    for (const [index, transaction] of block.transactions.entries()) {
      const { to = '', ...stock } = transaction.toJSON() as Record<string, unknown>
      const written = transactions[index] as Record<string, unknown>
      requireEqual(`${what} sender`, written.sender, transaction.getSenderAddress().toString())
      requireEqual(`${what} to`, written.to, to)
      requireSameFields(`${what} transaction ${index}`, written, stock)
    }
    for (const [index, withdrawal] of (block.withdrawals ?? []).entries()) {
      requireSameFields(
        `${what} withdrawal`,
        { ...withdrawals?.[index] },
        { ...withdrawal.toJSON() },
      )
    }
    requireEqual(`${what} withdrawals`, withdrawals?.length, block.withdrawals?.length)
    const parent = await blockchain.getBlock(block.header.parentHash)
    await blockchain.putBlock(block)
    await runBlock(vm, { block, root: parent.header.stateRoot, setHardfork: true })
  }
  const head = await blockchain.getCanonicalHeadHeader()
  requireEqual('lastblockhash', test.lastblockhash, bytesToHex(head.hash()))
  await stateManager.setStateRoot(head.stateRoot)
  for (const [address, account] of Object.entries(test.postState)) {
    await requireAccount(stateManager, address as Hex, account)
  }
  // No account is missing: the listed ones give the whole state.
  const post = await stateOf(test.postState, common)
  requireEqual(
    'root of postState',
    bytesToHex(await post.getStateRoot()),
    bytesToHex(head.stateRoot),
  )
}

function commonOf({ network, config, genesisBlockHeader, pre }: BlockTest): Common {
  if (config.network === undefined) {
    // @ethereumjs cannot read back the blob limits that it derives from geth's; it knows those of mainnet.
    const rules = { ...config, blobSchedule: undefined }
    const genesis = { ...genesisBlockHeader, config: rules, alloc: pre } as never
    return createCommonFromGethGenesis(genesis, { chain: network, customCrypto })
  }
  const last = forkNames.findIndex(([name]) => name === network)
  const names = forkNames.slice(0, last + 1).map(([, name]) => name)
  return new Common({
    chain: {
      name: network,
      chainId: Number(config.chainid),
      genesis: { gasLimit: 0, difficulty: 0, nonce: '0x0000000000000000', extraData: '0x' },
      hardforks: names.map((name) => ({ name, block: 0 })),
      consensus: { type: 'pow', algorithm: 'ethash', ethash: {} },
      bootstrapNodes: [],
    },
    hardfork: names.at(-1) as string,
    customCrypto,
  })
}

async function stateOf(
  accounts: Readonly<Record<Hex, TestAccount>>,
  common: Common,
): Promise<MerkleStateManager> {
  const state = new MerkleStateManager({ common })
  await state.checkpoint()
  for (const [name, { nonce, balance, code, storage }] of Object.entries(accounts)) {
    const address = new Address(hexToBytes(name as Hex))
    await state.putAccount(address, new Account(BigInt(nonce), BigInt(balance)))
    if (code !== '0x') await state.putCode(address, hexToBytes(code))
    for (const [slot, value] of Object.entries(storage)) {
      await state.putStorage(address, setLengthLeft(hexToBytes(slot as Hex), 32), hexToBytes(value))
    }
  }
  await state.commit()
  return state
}

async function requireAccount(
  state: MerkleStateManager,
  name: Hex,
  { nonce, balance, code, storage }: TestAccount,
): Promise<void> {
  const address = new Address(hexToBytes(name))
  const account = await state.getAccount(address)
  requireEqual(`${name} nonce`, BigInt(nonce), account?.nonce)
  requireEqual(`${name} balance`, BigInt(balance), account?.balance)
  requireEqual(`${name} code`, code, bytesToHex(await state.getCode(address)))
  for (const [slot, value] of Object.entries(storage)) {
    const key = setLengthLeft(hexToBytes(slot as Hex), 32)
    requireEqual(`${name} ${slot}`, value, bytesToHex(await state.getStorage(address, key)))
  }
}

/** Requires that a header built from the written fields has the hash of the block. */
function requireHeader({ hash, ...fields }: Fields, block: StockBlock, common: Common): void {
  const { bloom, ...others } = fields
  const header = createBlockHeader({ ...others, logsBloom: bloom } as never, {
    common,
    setHardfork: true,
    skipConsensusFormatValidation: true,
  })
  requireEqual('header', bytesToHex(header.hash()), bytesToHex(block.hash()))
  requireEqual('hash', hash, bytesToHex(block.hash()))
  for (const [name, value] of Object.entries(fields)) {
    if (!/^0x([0-9a-f]{2})*$/.test(value)) throw new Error(`${name}: ${value} is not whole bytes`)
  }
}

/** Numbers may be written with leading zeros. */
function requireSameFields(
  what: string,
  written: Readonly<Record<string, unknown>>,
  stock: Readonly<Record<string, unknown>>,
): void {
  for (const [name, value] of Object.entries(stock)) {
    // For a legacy transaction this follows from its signature; for others the parity is written as v.
    if (written[name] === undefined && ['type', 'chainId', 'yParity'].includes(name)) continue
    requireEqual(
      `${what} ${name}`,
      JSON.stringify(shorten(written[name])),
      JSON.stringify(shorten(value)),
    )
  }
}

function shorten(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shorten)
  if (typeof value === 'object' && value !== null) {
    const sorted = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
    // The tests call the parity of an authorization v.
    const written = sorted.filter(([name]) => name !== 'v' && name !== 'yParity')
    return written.map(([name, each]) => [name, each === '0x' ? '0x0' : shorten(each)])
  }
  return typeof value === 'string' ? value.replace(/^0x0+(?=.)/, '0x') : value
}

function requireEqual(what: string, found: unknown, expected: unknown): void {
  if (found !== expected) throw new Error(`${what}: ${String(found)} is not ${String(expected)}`)
}
