import type { Account } from '../chain/accounts.ts'
import type { Chain } from '../chain/chain.ts'
import type { Block } from '../chain/encoding/block.ts'
import {
  GENESIS_BALANCE,
  mnemonicAccounts,
  mnemonicBalance,
} from '../chain/genesis/genesisBalance.ts'
import { toQuantity } from '../primitives/hex.ts'
import { printable } from '../primitives/printable.ts'
import { viewOf } from '../server/endpointHandle.ts'
import type { Server } from '../server/serve.ts'
import type { ServedEndpoint } from '../server/servedEndpoint.ts'
import { version } from '../version.ts'
import { firstContracts } from './firstContracts.ts'
import { forkLines } from './forkLines.ts'
import { forksText } from './forksText.ts'
import { gethAccess } from './gethAccess.ts'
import type { WhatIsServed } from './readyLine.ts'

/** How many accounts are printed. */
const ACCOUNTS_SHOWN = 10

/** How much of a contract's symbol and name is printed. */
const TEXT_SHOWN = 40

/** What a person sees at start without `dev`: the addresses, the chain, and a request to paste. */
export function banner(
  chain: Chain,
  server: Server,
  { folder, endpoints = [] }: WhatIsServed = {},
): string {
  const { number, hash } = server.head
  const lines = [
    `ommer ${version}`,
    '',
    `  HTTP       ${server.url}`,
    `  WebSocket  ${server.wsUrl}`,
    ...(server.ipcPath === undefined ? [] : [`  IPC        ${server.ipcPath}`]),
    ...gethLines(server),
    ...rootLines(server),
    ...endpoints.slice(1).flatMap(endpointLines),
    `  Contracts  ${server.contractsUrl}`,
    ...(server.explorerUrl === undefined ? [] : [`  Explorer   ${server.explorerUrl}`]),
    ...(server.controlUrl === undefined ? [] : [`  Control    ${server.controlUrl}`]),
    ...forkLines(chain).map(([name, text]) => `  ${name.padEnd(10)} ${text}`),
    ...originLines(chain, folder),
    `  Chain id   ${chain.chainId}`,
    `  Forks      ${forksText(chain.rules.forks, chain.tree.head)}`,
    `  Head       ${number} ${hash}`,
    '',
    ...accountLines(chain),
    ...contractLines(chain, server),
    ...sampleRequest(chain, server),
    '',
    'Ctrl+C stops the server.',
    '',
  ]
  return lines.join('\n')
}

/** What the chain comes from, if that is no network, which `forkLines` names. */
function originLines({ forkedFrom, spec }: Chain, folder: string | undefined): string[] {
  if (forkedFrom !== undefined) return []
  if (folder !== undefined) return [`  Loaded     ${folder}`]
  return [`  Seed       ${spec.seed}`, `  Preset     ${spec.preset}`]
}

function gethLines(server: Server): string[] {
  const geth = gethAccess(server)
  if (geth === undefined) return []
  return [
    `  Geth       ${geth.url} (the same chain in geth's JSON, for clients in Go and Rust)`,
    `             ${geth.wsUrl}`,
  ]
}

function rootLines({ rootUrl }: Server): string[] {
  if (rootUrl === undefined) return []
  return [`  RPC URL    ${rootUrl} (geth's JSON without a key, also over WebSocket)`]
}

/** The addresses of an endpoint other than the first. */
export function endpointLines({ url, wsUrl }: ServedEndpoint): string[] {
  return [`  Also       ${url}`, `             ${wsUrl}`]
}

/** The accounts with known keys: none on a chain from another source. */
function accountLines(chain: Chain): string[] {
  const { accounts, isGenerated, spec } = chain
  if (!isGenerated) return accountList('Accounts', accounts)
  const count = mnemonicAccounts(spec)
  const ether = (wei: bigint) => `${wei / 10n ** 18n} ether each at genesis`
  const senders = count === 0 ? 'Accounts' : 'Accounts that send the generated transactions'
  return [
    ...accountList(
      `Accounts of the mnemonic, ${ether(mnemonicBalance(spec))}`,
      accounts.slice(0, count),
    ),
    ...accountList(`${senders}, ${ether(GENESIS_BALANCE)}`, accounts.slice(count)),
  ]
}

function accountList(title: string, accounts: readonly Account[]): string[] {
  if (accounts.length === 0) return []
  const shown = accounts.slice(0, ACCOUNTS_SHOWN)
  const more = accounts.length - shown.length
  return [
    `${title} (address, private key; for tests only):`,
    ...shown.map(({ address, privateKey }) => `  ${address}  ${privateKey}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
    '',
  ]
}

/** The first contract of each role that users call; those of the protocol have fixed addresses. */
function contractLines(chain: Chain, server: Server): string[] {
  const shown = firstContracts(chain, server).filter(({ role }) => role !== 'system')
  if (shown.length === 0) return []
  return [
    'Contracts, the first of each role (the address above lists all of them, with ABIs):',
    ...shown.map(({ role, name, symbol, address }) => {
      const ownName = symbol === null ? '' : ` ${printable(`${symbol}, ${name}`, TEXT_SHOWN)}`
      return `  ${address}  ${role}${ownName}`
    }),
    '',
  ]
}

function sampleRequest(chain: Chain, server: Server): string[] {
  const block = showpiece(chain, server)
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'eth_getBlockByNumber',
    params: [toQuantity(block?.header.number ?? server.head.number), false],
  })
  const what = block === undefined ? 'the head of the chain' : 'a block with an uncle'
  return [
    `Try it, ${what}:`,
    `  curl -s ${server.url} -H 'content-type: application/json' -d '${body}'`,
  ]
}

/** The first block with an uncle and transactions; undefined if the head's branch shares none with the chain. */
function showpiece(chain: Chain, server: Server): Block | undefined {
  const view = viewOf(server)
  for (let number = 1; number <= server.head.number; number++) {
    const block = chain.blockByNumber(number)
    // From a fork on, the endpoint has other blocks, with `dev` in a tree of its own.
    if (block === undefined || block.hash !== view?.blockByNumber(number)?.hash) return undefined
    if (block.uncles.length > 0 && block.transactions.length > 0) return block
  }
  return undefined
}
