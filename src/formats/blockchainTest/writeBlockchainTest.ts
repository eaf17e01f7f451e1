import type { Chain } from '../../chain/chain.ts'
import type { SealedBlock } from '../../chain/encoding/block.ts'
import { decodeBlock } from '../../chain/encoding/decode.ts'
import type { GenesisAccount } from '../../chain/genesis/genesis.ts'
import { messageOf } from '../../primitives/errors.ts'
import { toHex } from '../../primitives/hex.ts'
import { yieldToEventLoop } from '../../primitives/yieldToEventLoop.ts'
import type { ExportSource, WriteFormat } from '../exportSource.ts'
import { FormatError } from '../folder/formatError.ts'
import { JsonStream } from '../jsonStream.ts'
import { requireBlockBytes, requireGenesis } from '../requireGenesis.ts'
import { requireRegular } from '../requireRegular.ts'
import { TreeSlice } from '../treeSlice.ts'
import { type Network, networkOf } from './network.ts'
import { Replay } from './replay.ts'
import { chooseSideBlocks } from './sideBranches.ts'
import { writeTestBlock } from './testBlock.ts'
import { writeAccount, writeHeader } from './testFields.ts'

const FORMAT = 'blockchain-test'

/**
 * Writes a chain as a `BlockchainTests` test of ethereum/tests and execution-spec-tests: the accounts of genesis, all
 * blocks, and the accounts after the last of them, for which the blocks are run again. They must have the head's state
 * root.
 *
 * @throws {FormatError} if the chain does not start at a genesis with known accounts, or has blocks that are available
 *   only as JSON, or that other nodes would not accept
 * @see https://ethereum-tests.readthedocs.io/en/latest/blockchain-ref.html
 */
export const writeBlockchainTest: WriteFormat = async (source, folder) => {
  const { chain, to, pretty } = source
  await requireGenesis(FORMAT, source)
  const tree = new TreeSlice(chain.tree, source)
  requireRegular(FORMAT, tree.head)
  const network = networkOf(chain.rules, tree)
  const name = `ommer-${network.shortName}-${to}`
  const file = await folder.open(`BlockchainTests/${name}.json`)
  try {
    const json = new JsonStream(file, pretty)
    await json.openObject()
    await json.openObject(name)
    await writeTest(source, tree, network, json)
    await json.close()
    await json.close()
  } finally {
    await file.close()
  }
  return { test: name, network: network.name }
}

async function writeTest(
  source: ExportSource,
  tree: TreeSlice,
  network: Network,
  json: JsonStream,
): Promise<void> {
  const { chain, version } = source
  const { first, head } = tree
  await json.add(infoOf(chain, network, version), '_info')
  await json.add(network.name, 'network')
  await json.add(network.config, 'config')
  await json.add('NoProof', 'sealEngine')
  await json.add(head.hash, 'lastblockhash')
  await writeAccounts(chain.genesis.accounts, 'pre', json)
  await json.add(writeHeader(decodeBlock(first).header, first.hash), 'genesisBlockHeader')
  await json.add(toHex(first.rlp), 'genesisRLP')
  await json.openList('blocks')
  const replay = await writeBlocks(source, tree, json)
  await json.close()
  const accounts = await replay.state().catch((error: unknown) => {
    throw new FormatError(FORMAT, `the state of the head is unknown: ${messageOf(error)}`)
  })
  await writeAccounts(accounts, 'postState', json)
}

function infoOf(
  { chainId }: Pick<Chain, 'chainId'>,
  { isStandard }: Network,
  version: string,
): object {
  const rules = isStandard
    ? `The rules are those of the network, with chain id ${chainId}.`
    : `No network of the tests has these rules: config has all of them, as geth's genesis.json does (chain id ${chainId}).`
  return {
    comment: `A chain that ommer has simulated. ${rules} Its seals are no proof of work.`,
    'filling-tool-version': `ommer ${version}`,
  }
}

async function writeBlocks(
  { chain, to, onProgress, signal }: ExportSource,
  tree: TreeSlice,
  json: JsonStream,
): Promise<Replay> {
  const sideBlocks = chooseSideBlocks(tree)
  const mainName = sideBlocks.size === 0 ? undefined : 'default'
  const replay = await Replay.start(chain)
  for (let number = 1; number <= to; number++) {
    signal?.throwIfAborted()
    for (const { block, chainName } of sideBlocks.get(number) ?? []) {
      requireBlockBytes(FORMAT, block)
      await json.add(writeTestBlock(block, chainName))
    }
    const block = tree.byNumber(number) as SealedBlock
    requireBlockBytes(FORMAT, block)
    await replay.next(block)
    await json.add(writeTestBlock(block, mainName))
    onProgress?.(number, to)
    await yieldToEventLoop()
  }
  return replay
}

async function writeAccounts(
  accounts: readonly GenesisAccount[],
  name: string,
  json: JsonStream,
): Promise<void> {
  await json.openObject(name)
  for (const account of accounts) {
    await json.add(writeAccount(account), account.address)
    await yieldToEventLoop()
  }
  await json.close()
}
