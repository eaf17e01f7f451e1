import { GENESIS_BALANCE } from '../chain/accounts.ts'
import type { Block } from '../chain/block.ts'
import type { Chain } from '../chain/chain.ts'
import { toQuantity } from '../primitives/hex.ts'
import type { Server } from '../server/serve.ts'
import { version } from '../version.ts'

/** How many accounts are worth printing. */
const ACCOUNTS_SHOWN = 10

/** What a person sees at start: where the chain is served, what it is, and a request to paste. */
export function banner(chain: Chain, server: Server): string {
  const { number, hash } = chain.tree.head
  const shown = chain.accounts.slice(0, ACCOUNTS_SHOWN)
  const more = chain.accounts.length - shown.length
  const lines = [
    `ommer ${version}`,
    '',
    `  HTTP       ${server.url}`,
    `  WebSocket  ${server.wsUrl}`,
    `  Seed       ${chain.spec.seed}`,
    `  Preset     ${chain.spec.preset}`,
    `  Chain id   ${chain.chainId}`,
    `  Head       ${number} ${hash}`,
    '',
    `Accounts, ${GENESIS_BALANCE / 10n ** 18n} ether each at genesis (address, private key; for tests only):`,
    ...shown.map(({ address, privateKey }) => `  ${address}  ${privateKey}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
    '',
    ...sampleRequest(chain, server.url),
    '',
    'Ctrl+C stops the server.',
    '',
  ]
  return lines.join('\n')
}

function sampleRequest(chain: Chain, url: string): string[] {
  const block = showpiece(chain)
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'eth_getBlockByNumber',
    params: [toQuantity(block.header.number), false],
  })
  const what = block.uncles.length > 0 ? 'a block with an uncle' : 'the head of the chain'
  return [`Try it, ${what}:`, `  curl -s ${url} -H 'content-type: application/json' -d '${body}'`]
}

/** The first block that has an uncle and transactions; the head where there is none. */
function showpiece(chain: Chain): Block {
  for (let number = 1; number <= chain.tree.head.number; number++) {
    const block = chain.blockByNumber(number)
    if (block && block.uncles.length > 0 && block.transactions.length > 0) return block
  }
  return chain.head
}
