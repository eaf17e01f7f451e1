import fc from 'fast-check'
import { ACCOUNT, type Call, moveCall } from './moveCalls.ts'
import { signedTransactions } from './signedTransactions.ts'

/** What clients do at an endpoint: a call, or transactions that are sent together. */
export type Happening =
  | { readonly key: string; readonly call: Call }
  | { readonly key: string; readonly together: number }

const RICH = `0x${'c'.repeat(40)}`

function sendingCall(leader: string): fc.Arbitrary<Call> {
  return fc.oneof(
    fc.constantFrom<Call>(
      ['evm_setAutomine', true],
      ['evm_setAutomine', false],
      ['anvil_dropAllTransactions'],
      ['anvil_removePoolTransactions', RICH],
      ['ommer_dropTransaction', 1],
      ['ommer_holdTransaction', 2],
      ['ommer_releaseTransaction', 2],
      ['ommer_reorg', { depth: 1, transactions: [] }],
      ['ommer_reorg', { depth: 1, transactions: [[], [1]] }],
      ['ommer_snapshot'],
      ['ommer_revert', 1],
      ['ommer_revert', 2],
      ['anvil_rollback', 1],
      ['anvil_impersonateAccount', RICH],
      ['anvil_setBalance', RICH, '0xde0b6b3a7640000'],
      ['eth_sendTransaction', { from: RICH, to: ACCOUNT, value: '0x1' }],
      ['ommer_setLag', { behind: leader, blocks: 1 }],
      ['ommer_setLag', null],
    ),
    fc
      .nat(3)
      .map((account): Call => ['eth_sendTransaction', { account, to: ACCOUNT, value: '0x5' }]),
    fc.nat(signedTransactions.length - 1).map((raw): Call => ['eth_sendRawTransaction', { raw }]),
  )
}

/** @param keys of the endpoints; the first is the one that others lag behind */
export function happening(keys: readonly [string, ...string[]]): fc.Arbitrary<Happening> {
  const key = fc.constantFrom(...keys)
  return fc.oneof(
    { weight: 5, arbitrary: fc.record({ key, call: moveCall }) },
    { weight: 4, arbitrary: fc.record({ key, call: sendingCall(keys[0]) }) },
    { weight: 1, arbitrary: fc.record({ key, together: fc.integer({ min: 2, max: 4 }) }) },
  )
}

/**
 * The request for what happens.
 *
 * @param accounts of the server
 */
export function requestOf(
  what: Happening,
  accounts: readonly string[],
): { readonly address: 'url' | 'controlUrl'; readonly body: string } {
  const request = (method: string, params: readonly unknown[]) => {
    return { jsonrpc: '2.0', id: 1, method, params }
  }
  if ('together' in what) {
    const params = [{ from: accounts[4], to: ACCOUNT, value: '0x7' }]
    const sent = request('eth_sendTransaction', params)
    return { address: 'url', body: JSON.stringify(new Array(what.together).fill(sent)) }
  }
  const [method, ...params] = what.call
  const given = params.map((each) => {
    const { account, raw, ...others } = Object(each) as {
      readonly account?: number
      readonly raw?: number
    }
    if (raw !== undefined) return signedTransactions[raw]
    return account === undefined ? each : { ...others, from: accounts[account] }
  })
  const address = method === 'ommer_setLag' ? 'controlUrl' : 'url'
  return { address, body: JSON.stringify(request(method, given)) }
}

/** What clients can see of an endpoint. */
export const questions: readonly Call[] = [
  ['eth_getBlockByNumber', 'latest', true],
  ['eth_getBlockByNumber', 'safe', false],
  ['eth_getBlockByNumber', 'finalized', false],
  ['eth_getBlockReceipts', 'latest'],
  ['eth_getBalance', ACCOUNT, 'latest'],
  ['eth_getCode', ACCOUNT, 'latest'],
  ['eth_getTransactionCount', ACCOUNT, 'latest'],
  ['txpool_content'],
]
