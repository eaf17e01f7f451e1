import type { Chain } from '../../chain/chain.ts'
import { checksumAddress } from '../../primitives/checksumAddress.ts'
import { fromHex, type Hex } from '../../primitives/hex.ts'
import { ETHEREUM_PATH } from '../../primitives/mnemonic.ts'
import type { Server } from '../../server/serve.ts'
import { version } from '../../version.ts'

/** What Anvil prints at start: tools wait for its last line, and read the keys before it. */
export async function anvilBanner(chain: Chain, server: Server): Promise<string> {
  const { spec, accounts, head } = chain
  const { gasLimit, timestamp, number } = head.header
  const shown = await Promise.all(
    accounts.map(async ({ address }) => {
      // Not that of the chain: on a fork, the endpoint has funded them.
      const balance = await server.request({
        method: 'eth_getBalance',
        params: [address, 'latest'],
      })
      return `${checksumAddress(fromHex(address))} (${formatEther(BigInt(balance as Hex))} ETH)`
    }),
  )
  return [
    '',
    `ommer ${version}, with the options and the output of Anvil`,
    ...(server.explorerUrl === undefined ? [] : [`Explorer: ${server.explorerUrl}`]),
    '',
    ...section('Available Accounts', numbered(shown)),
    ...section('Private Keys', numbered(accounts.map(({ privateKey }) => privateKey))),
    'Wallet',
    UNDERLINE,
    `Mnemonic:          ${spec.mnemonic ?? ''}`,
    `Derivation path:   ${pathOf(spec.derivationPath)}`,
    '',
    '',
    ...forkSection(chain),
    ...section('Chain ID', [chain.chainId]),
    ...section('Base Fee', [baseFeeOf(chain)]),
    ...section('Gas Limit', [gasLimit]),
    ...section('Genesis Timestamp', [timestamp]),
    ...section('Genesis Number', [number]),
    `Listening on ${listeningOn(server)}`,
    '',
  ].join('\n')
}

/** The file that Anvil writes with `--config-out`. */
export async function anvilConfig(chain: Chain, server: Server): Promise<string> {
  const { spec, accounts, head } = chain
  const gasPrice = await server.request({ method: 'eth_gasPrice' })
  const { gasLimit, timestamp } = head.header
  return JSON.stringify({
    available_accounts: accounts.map(({ address }) => address),
    private_keys: accounts.map(({ privateKey }) => privateKey),
    wallet: { mnemonic: spec.mnemonic, derivation_path: pathOf(spec.derivationPath) },
    base_fee: String(baseFeeOf(chain)),
    gas_price: String(BigInt(gasPrice as string)),
    gas_limit: String(gasLimit),
    genesis_timestamp: String(timestamp),
  })
}

const UNDERLINE = '='.repeat(18)

function forkSection({ forkedFrom }: Chain): readonly string[] {
  if (forkedFrom === undefined) return []
  const { nodes, block } = forkedFrom
  return section('Fork', [
    `Endpoint:       ${nodes.join(', ')}`,
    `Block number:   ${block.number}`,
    `Block hash:     ${block.hash}`,
  ])
}

function section(title: string, lines: readonly unknown[]): readonly string[] {
  return [title, UNDERLINE, '', ...lines.map(String), '']
}

function numbered(lines: readonly string[]): readonly string[] {
  return lines.map((line, index) => `(${index}) ${line}`)
}

/** In wei per gas: that of the first block; 0 before London. */
function baseFeeOf({ spec, head }: Chain): number | bigint {
  return spec.baseFee ?? head.header.baseFeePerGas ?? 0
}

/** With all 18 decimals. */
function formatEther(wei: bigint): string {
  const digits = String(wei).padStart(19, '0')
  return `${digits.slice(0, -18)}.${digits.slice(-18)}`
}

/** Anvil's ends with a slash. */
function pathOf(path: string = ETHEREUM_PATH): string {
  return path.endsWith('/') ? path : `${path}/`
}

/** `127.0.0.1:8545`, which is part of every address of the server. */
function listeningOn({ url }: Server): string {
  return new URL(url).host
}
