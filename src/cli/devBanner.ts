import type { Chain } from '../chain/chain.ts'
import { mnemonicAccounts, mnemonicBalance } from '../chain/genesis/genesisBalance.ts'
import type { MiningModes } from '../moves/kinds/mining.ts'
import type { Server } from '../server/serve.ts'
import { type Paint, paintFor } from '../terminal/paint.ts'
import { version } from '../version.ts'
import { endpointLines } from './banner.ts'
import { forkLines } from './forkLines.ts'
import { forksText } from './forksText.ts'
import type { WhatIsServed } from './readyLine.ts'

/** How many accounts are printed of a chain without a mnemonic. */
const ACCOUNTS_SHOWN = 10

/** What a developer sees at start: the accounts, and where the node is. */
export function devBanner(
  chain: Chain,
  server: Server,
  { folder, endpoints = [], dev }: WhatIsServed & { readonly dev: MiningModes },
  isColored = false,
): string {
  const paint = paintFor(isColored)
  const { number, hash } = server.head
  const facts: readonly (readonly [string, string | number | undefined])[] = [
    ['Mnemonic', chain.spec.mnemonic],
    ['Chain id', chain.chainId],
    ['Forks', forksText(chain.rules.forks, chain.tree.head)],
    ['Loaded', folder],
    ...forkLines(chain),
    ['Head', `${number} ${hash}`],
    ['Mining', whenMined(dev)],
    ['RPC URL', server.rootUrl],
    ['HTTP', server.url],
    ['WebSocket', server.wsUrl],
    ['IPC', server.ipcPath],
    ['Explorer', server.explorerUrl],
    ['Control', server.controlUrl],
  ]
  return [
    `${paint.title(`ommer ${version}`)}, a development node`,
    '',
    ...accountLines(chain, server, paint),
    ...facts
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `  ${paint.title(name.padEnd(10))} ${value}`),
    ...endpoints.slice(1).flatMap(endpointLines),
    '',
    'Ctrl+C stops the server.',
    '',
  ].join('\n')
}

function whenMined({ automine, interval }: MiningModes): string {
  if (interval !== undefined) {
    const every = `every ${interval} s (--block-time)`
    return automine ? `${every}, and each transaction when it is sent (--mixed-mining)` : every
  }
  if (!automine) return 'when a move mines (--no-mining): evm_mine, anvil_mine'
  return 'at once, each transaction when it is sent'
}

function accountLines(chain: Chain, server: Server, paint: Paint): readonly string[] {
  const { accounts, isGenerated, spec } = chain
  const count = mnemonicAccounts(spec)
  const shown = accounts.slice(0, count === 0 ? ACCOUNTS_SHOWN : count)
  if (shown.length === 0) return []
  // A genesis of one's own gives each what it likes, and a fork funds them in one dialect.
  const isFunded = isGenerated || (chain.forkedFrom && server.dialect === 'anvil')
  const balance =
    count === 0 || !isFunded ? '' : `, ${mnemonicBalance(spec) / 10n ** 18n} ether each`
  const more = accounts.length - shown.length
  return [
    `Accounts${balance} (index, address, private key; for tests only):`,
    ...shown.map(
      ({ address, privateKey }, index) =>
        `  ${`(${index})`.padEnd(4)} ${paint.printed(address)}  ${privateKey}`,
    ),
    ...(more > 0 ? [`  and ${more} more, which send the generated transactions`] : []),
    '',
  ]
}
